/**
 * Names for the states of a variable that is declared as a plain number. Old code, and code with bit-fields, keeps enumerators or macros in an
 * `int`: which of them are states shows in the source, where they are case labels, or set to or compared with the variable. Their values come from
 * enumerations in debug information, and from `#define` lines of the file and of headers beside it.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { StateVariable } from '../../insight/automaton/state-variable.ts';
import { type DebugType, stripType } from '../../program/debug.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';

type Names = StateVariable['named'];

export function namesOfStates({ before, named }: StateVariable, program: Program, step: ProgramFunction): Names {
  const file = step.debug?.file;
  if (named.length > 0 || file === undefined) return named;
  const source = textOf(resolve(file.directory, file.path));
  const used = namesUsed(source, /\w+$/.exec(before)?.[0] ?? before);
  const values = new Map([...enumerators(program), ...macros(source, dirname(resolve(file.directory, file.path)))]);
  const found: { name: string; value: bigint }[] = [];
  for (const name of used) {
    const value = values.get(name);
    if (value !== undefined && !found.some((each) => each.value === value)) found.push({ name, value });
  }
  return found.sort((x, y) => (x.value < y.value ? -1 : 1));
}

/** Case labels last: other switches have them too. */
function namesUsed(source: string, variable: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
  const near = new RegExp(`\\b\\w*${variable}\\s*(?:=|==|!=|\\()\\s*([A-Za-z_]\\w*)\\b`, 'gi');
  const names = Array.from(code.matchAll(near), (match) => match[1]);
  const labels = Array.from(code.matchAll(/\bcase\s+([A-Za-z_]\w*)\s*:/g), (match) => match[1]);
  return [...new Set([...names, ...labels])];
}

function enumerators({ functions, variables }: Program): [string, bigint][] {
  const types = [
    ...variables.map(({ debug }) => debug?.type ?? null),
    ...functions
      .filter(({ library }) => library !== true)
      .flatMap(({ debug }) => (debug?.variables ?? []).map(({ type }) => type)),
  ];
  const found = new Map<string, bigint>();
  for (const type of types) {
    const bare = type === null ? null : stripType(type as DebugType);
    if (bare?.kind === 'enum') for (const { name, value } of bare.enumerators) found.set(name, value);
  }
  return [...found];
}

function macros(source: string, folder: string): [string, bigint][] {
  const headers = Array.from(source.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm), (match) =>
    textOf(join(folder, match[1])),
  );
  return [...headers, source].flatMap((text) =>
    Array.from(
      text.matchAll(
        /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+\(?(-?(?:0x[\da-fA-F]+|\d+))[uUlL]*\)?[ \t]*(?:\/[/*].*)?$/gm,
      ),
      ([, name, number]): [string, bigint] => [
        name,
        number.startsWith('-') ? -BigInt(number.slice(1)) : BigInt(number),
      ],
    ),
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

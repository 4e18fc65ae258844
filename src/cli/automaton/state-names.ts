/**
 * Names for the states of a variable that is declared as a plain number. Old code, and code with bit-fields, keeps enumerators or macros in an
 * `int`: which of them are states shows in the source, where they are case labels, or set to or compared with the variable. Their values come from
 * enumerations in debug information, and from `#define` lines and enumerations of the file and of headers beside it: debug information has none
 * whose type nothing is declared with.
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
  const texts = [...headersOf(source, dirname(resolve(file.directory, file.path))), source].map(withoutComments);
  const defined = new Map(texts.flatMap(macros));
  const lists = [...texts.flatMap((text) => listed(text, defined)), ...enumerations(program), defined];
  // Other variables have states, too: the enumeration that most of the names are of is the one that is meant.
  const uses = (list: ReadonlyMap<string, bigint>) => used.filter((name) => list.has(name)).length;
  const found: { name: string; value: bigint }[] = [];
  for (const list of [...lists].sort((x, y) => uses(y) - uses(x))) {
    for (const name of used) {
      const value = list.get(name);
      if (value !== undefined && !found.some((each) => each.value === value)) found.push({ name, value });
    }
  }
  return found.sort((x, y) => (x.value < y.value ? -1 : 1));
}

/** Case labels last: other switches have them too. */
function namesUsed(source: string, variable: string): string[] {
  const code = withoutComments(source);
  const near = new RegExp(`\\b\\w*${variable}\\s*(?:=|==|!=|\\()\\s*([A-Za-z_]\\w*)\\b`, 'gi');
  const names = Array.from(code.matchAll(near), (match) => match[1]);
  const labels = Array.from(code.matchAll(/\bcase\s+([A-Za-z_]\w*)\s*:/g), (match) => match[1]);
  return [...new Set([...names, ...labels])];
}

function enumerations({ functions, variables }: Program): Map<string, bigint>[] {
  const types = [
    ...variables.map(({ debug }) => debug?.type ?? null),
    ...functions
      .filter(({ library }) => library !== true)
      .flatMap(({ debug }) => (debug?.variables ?? []).map(({ type }) => type)),
  ];
  const bare = new Set(types.map((type) => (type === null ? null : stripType(type as DebugType))));
  return [...bare].flatMap((type) =>
    type?.kind === 'enum' ? [new Map(type.enumerators.map(({ name, value }) => [name, value]))] : [],
  );
}

function headersOf(source: string, folder: string): string[] {
  return Array.from(source.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm), (match) => textOf(join(folder, match[1])));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}

function macros(text: string): [string, bigint][] {
  const definitions = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+\(?(-?(?:0x[\da-fA-F]+|\d+))[uUlL]*\)?[ \t]*$/gm;
  return Array.from(text.matchAll(definitions), ([, name, number]): [string, bigint] => [name, numberIn(number)]);
}

/** Enumerations as they are written; enumerators after a value that is no plain number are left out. */
function listed(text: string, macros: ReadonlyMap<string, bigint>): Map<string, bigint>[] {
  return Array.from(text.matchAll(/\benum\b[^{};()]*\{([^{}]*)\}/g), ([, body]) => {
    const found = new Map<string, bigint>();
    let next: bigint | null = 0n;
    for (const entry of body.split(',')) {
      const [, name, written] = /^\s*([A-Za-z_]\w*)\s*(?:=\s*(.*\S)\s*)?$/s.exec(entry) ?? [];
      if (name === undefined) break;
      if (written !== undefined) {
        next = PLAIN_NUMBER.test(written) ? numberIn(written) : (found.get(written) ?? macros.get(written) ?? null);
      }
      if (next !== null) found.set(name, next++);
    }
    return found;
  });
}

const PLAIN_NUMBER = /^-?(?:0x[\da-fA-F]+|\d+)$/;

function numberIn(text: string): bigint {
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

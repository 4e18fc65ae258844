/** `pathfold ir`: the program as the analyses see it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadProgram } from '../../frontend/load.ts';
import { printDot, type SourceText } from '../../program/dot.ts';
import { UserError } from '../../program/errors.ts';
import { nearNames } from '../../program/near-names.ts';
import { printProgram } from '../../program/print.ts';
import { isDeclaration, type Program, type ProgramFunction } from '../../program/program.ts';
import type { Command } from '../commands.ts';
import { loadOptions } from '../load-options.ts';

export const command: Command = {
  summary: 'show the program as it is analysed, or its control flow graph',
  operands: 'FILES...',
  takesFiles: true,
  description: [
    'Compiles and links FILES and prints the program every analysis works on: locals promoted to SSA form, each',
    'instruction with its source line. With --dot, prints control flow graphs for Graphviz instead.',
  ].join('\n'),
  examples: ['pathfold ir program.c --function parse', 'pathfold ir program.c --dot | dot -Tsvg > program.svg'],
  async run(invocation, terminal) {
    const { options, operands } = invocation;
    const settings = { ...loadOptions(invocation, terminal), withRuntime: options.runtime };
    const program = await loadProgram(operands, settings);
    terminal.progress(null);
    const chosen = options.function === null ? null : [functionNamed(program, options.function)];
    if (options.dot) {
      terminal.out(printDot(chosen ?? program.functions.filter((fn) => !isDeclaration(fn)), sourceReader()));
    } else {
      terminal.out(printProgram(program, chosen === null ? {} : { functions: chosen }));
    }
    return 0;
  },
};

/** A name in the source will do for a static function that the linker renamed. */
function functionNamed(program: Program, name: string): ProgramFunction {
  const defined = program.functions.filter((fn) => !isDeclaration(fn));
  const found = defined.find((fn) => fn.name === name) ?? defined.find((fn) => fn.debug?.name === name);
  if (found !== undefined) return found;
  const names = defined.map((fn) => fn.name);
  const near = nearNames(name, names);
  if (program.functions.some((fn) => fn.name === name)) {
    throw new UserError(`the function ${name} is declared but not defined in these files`);
  }
  const known = names.length <= 10 ? `there are ${names.join(', ')}` : `there are ${names.length} others`;
  throw new UserError(
    `there is no function ${name}`,
    near.length > 0 ? `did you mean ${near.join(' or ')}?` : names.length === 0 ? 'these files define none' : known,
  );
}

function sourceReader(): SourceText {
  const files = new Map<string, string[]>();
  return (path, directory, line) => {
    const absolute = resolve(directory, path);
    let lines = files.get(absolute);
    if (lines === undefined) {
      try {
        lines = readFileSync(absolute, 'utf8').split('\n');
      } catch {
        lines = [];
      }
      files.set(absolute, lines);
    }
    return lines[line - 1] ?? null;
  };
}

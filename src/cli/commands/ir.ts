/** `pathfold ir`: the program as the analyses see it. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { definedFunction } from '../../frontend/defined-function.ts';
import { loadProgram } from '../../frontend/load.ts';
import { printDot, type SourceText } from '../../program/dot.ts';
import { printProgram } from '../../program/print.ts';
import { isDeclaration } from '../../program/program.ts';
import type { Command } from '../commands.ts';
import { loadOptions } from '../options/load-options.ts';

export const command: Command = {
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
    const chosen = options.function === null ? null : [definedFunction(program, options.function)];
    if (options.dot) {
      terminal.out(printDot(chosen ?? program.functions.filter((fn) => !isDeclaration(fn)), sourceReader()));
    } else {
      terminal.out(printProgram(program, chosen === null ? {} : { functions: chosen }));
    }
    return 0;
  },
};

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

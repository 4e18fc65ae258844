/** Where the last operand is a program with words of its own after it, rather than one more source file. */
import { basename, relative } from 'node:path';
import { findProgram } from '../../frontend/clang/captured.ts';
import { isExecutable } from '../../frontend/clang/executable.ts';
import type { Command, CommandName } from '../commands.ts';
import { type Invocation, parseArguments } from './parse.ts';

/** What parsing must know of a command. */
type Taking = Pick<Command, 'takesFiles' | 'programs' | 'takesWordsAsTheyAre' | 'takesCommand'>;

export function readInvocation(name: CommandName, command: Taking, words: readonly string[]): Invocation {
  if (command.takesWordsAsTheyAre === true) return parseArguments(name, false, ['--args', ...words]);
  const programs = command.programs ?? 1;
  const invocation = parseArguments(name, command.takesFiles, words, (operands, build) => {
    if (command.takesCommand === true) return true;
    if (!command.takesFiles || operands.length < programs) return false;
    return build !== null || isExecutable(operands[operands.length - 1]);
  });
  const { build } = invocation.options;
  if (build === null) return invocation;
  return { ...invocation, operands: invocation.operands.map((target) => relative('', findProgram(target, build))) };
}

/** What the program finds as `argv[0]`: an executable is called the way the user calls it. */
export function programName(operand: string): string {
  return isExecutable(operand) ? operand : basename(operand);
}

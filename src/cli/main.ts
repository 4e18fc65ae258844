/** The command line's entry: picks the command, and turns every way to fail into one message and an exit status. */
import { version } from '../host/version.ts';
import { UserError } from '../program/errors.ts';
import { nearNames } from '../program/near-names.ts';
import { COMMAND_NAMES, type Command, type CommandName, isCommandName, loadCommand } from './commands.ts';
import { ExitStatus } from './exit-status.ts';
import { commandHelp, generalHelp } from './options/help.ts';
import type { Invocation } from './options/parse.ts';
import { readInvocation } from './options/programs.ts';
import { namesSeveralFunctions } from './options/several-functions.ts';
import type { Terminal } from './terminal.ts';

export async function main(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(words, terminal);
  } catch (error) {
    terminal.progress(null);
    return report(error, words.includes('--debug'), terminal);
  }
}

async function dispatch(words: readonly string[], terminal: Terminal): Promise<number> {
  const began = performance.now();
  const [first, ...rest] = words;
  if (first === undefined) {
    terminal.err(generalHelp());
    return ExitStatus.usage;
  }
  if (first === '--version' || first === '-V') {
    terminal.out(`pathfold ${version()}\n`);
    return ExitStatus.nothingFound;
  }
  const asksHelp = first === '--help' || first === '-h' || first === 'help';
  const name = first === 'help' ? rest[0] : first;
  if (asksHelp && (name === undefined || name === first)) {
    terminal.out(generalHelp());
    return ExitStatus.nothingFound;
  }
  if (!isCommandName(name)) throw unknownCommand(name);
  const command = await loadCommand(name);
  const invocation = asksHelp ? null : invocationUnlessHelp(name, command, rest);
  if (invocation === null) {
    terminal.out(commandHelp(name, command));
    return ExitStatus.nothingFound;
  }
  const whole = { ...invocation, words, began };
  if (!namesSeveralFunctions(invocation)) return command.run(whole, terminal);
  const { runForEach } = await import('./run/several-functions.ts');
  return runForEach(command, whole, terminal);
}

/** Null when help is wanted, also by someone whose other words are wrong. */
function invocationUnlessHelp(name: CommandName, command: Command, words: readonly string[]): Invocation | null {
  try {
    const invocation = readInvocation(name, command, words);
    return invocation.options.help ? null : invocation;
  } catch (error) {
    if (words.includes('--help') || words.includes('-h')) return null;
    throw error;
  }
}

/** Names of C++ compilers, which users may expect beside `cc`. */
const C_PLUS_PLUS = /^(c|g|clang)\+\+$/;

function unknownCommand(word: string): UserError {
  if (C_PLUS_PLUS.test(word)) {
    const hint = `let CXX be the compiler itself, such as CXX=${word}; what it makes is then named as a binary`;
    return new UserError(`pathfold ${word}: only C is analysed, so builds of C++ are not recorded`, hint);
  }
  const near = nearNames(word, COMMAND_NAMES);
  if (near.length > 0) return new UserError(`unknown command ${word}`, `did you mean ${near.join(' or ')}?`);
  const hint = `the commands are ${COMMAND_NAMES.join(', ')}; see \`pathfold --help\``;
  return new UserError(word.startsWith('-') ? `unknown option ${word}` : `unknown command ${word}`, hint);
}

function report(error: unknown, debug: boolean, terminal: Terminal): number {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof UserError) {
    terminal.err(`pathfold: error: ${message}\n`);
    if (error.hint !== null) terminal.err(`pathfold: hint: ${error.hint}\n`);
    if (debug) terminal.err(`${stack}\n`);
    return ExitStatus.usage;
  }
  terminal.err(`pathfold: internal error: ${message}\n`);
  if (debug) terminal.err(`${stack}\n`);
  else terminal.err('pathfold: hint: this is a bug in pathfold; please file an issue with the output of --debug\n');
  return ExitStatus.internal;
}

/**
 * The commands. Each is one file in commands/, loaded only when it is used, that exports `command`. To add one, write
 * the file, add a line here, and let the options it needs name it.
 */
import type { Invocation } from './options/parse.ts';
import type { Terminal } from './terminal.ts';

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What stands after the command's name, for example `FILES...`. */
  readonly operands: string;
  /** Whether the operands are programs to load, with all that can be said about compiling them. */
  readonly takesFiles: boolean;
  /** How many executables may stand for files, before the words after them are the program's arguments; one if absent. */
  readonly programs?: number;
  /** Nothing among its words is an option of ours. */
  readonly takesWordsAsTheyAre?: boolean;
  /** Its first operand is a command to run, and what follows belongs to it. */
  readonly takesCommand?: boolean;
  /** A paragraph for its own help; lines are broken there. */
  readonly description: string;
  readonly examples: readonly string[];
  /** Resolves to the exit status. */
  run(invocation: Invocation, terminal: Terminal): Promise<number>;
}

export const COMMANDS = {
  test: () => import('./commands/test.ts'),
  cover: () => import('./commands/cover.ts'),
  summarize: () => import('./commands/summarize.ts'),
  diff: () => import('./commands/diff.ts'),
  compare: () => import('./commands/compare.ts'),
  replay: () => import('./commands/replay.ts'),
  show: () => import('./commands/show.ts'),
  export: () => import('./commands/export.ts'),
  resume: () => import('./commands/resume.ts'),
  explain: () => import('./commands/explain.ts'),
  ir: () => import('./commands/ir.ts'),
  cc: () => import('./commands/cc.ts'),
  build: () => import('./commands/build.ts'),
} as const satisfies Record<string, () => Promise<{ command: Command }>>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(COMMANDS, word);
}

export async function loadCommand(name: CommandName): Promise<Command> {
  return (await COMMANDS[name]()).command;
}

/**
 * The commands. Each is one file in commands/, loaded only when it is used, that exports `command`. To add one, write
 * the file, add an entry here with what the list of commands says (so that the list loads none of them), and let the options
 * it needs name it.
 */
import type { Invocation } from './options/parse.ts';
import type { Terminal } from './terminal.ts';

export interface Command {
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

export interface CommandEntry {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What stands after the command's name, for example `FILES...`. */
  readonly operands: string;
  load(): Promise<{ readonly command: Command }>;
}

export const COMMANDS = {
  test: {
    summary: 'tests for every distinct behaviour, and every fault',
    operands: 'FILES...',
    load: () => import('./commands/test.ts'),
  },
  cover: {
    summary: 'fewest runs that reach everything reachable',
    operands: 'FILES...',
    load: () => import('./commands/cover.ts'),
  },
  summarize: {
    summary: 'the semantic signature: condition -> output',
    operands: 'FILES...',
    load: () => import('./commands/summarize.ts'),
  },
  diff: {
    summary: 'what changed in behaviour between two versions, with inputs that show it',
    operands: 'OLD NEW',
    load: () => import('./commands/diff.ts'),
  },
  blame: {
    summary: 'why a test behaves differently in another version, in a few lines',
    operands: 'OLD NEW',
    load: () => import('./commands/blame.ts'),
  },
  augment: {
    summary: 'which tests still matter after a change, which results change, which tests are missing',
    operands: 'OLD NEW',
    load: () => import('./commands/augment.ts'),
  },
  compare: {
    summary: 'exhaustive against every reduction, side by side, checked',
    operands: 'FILES...',
    load: () => import('./commands/compare.ts'),
  },
  automaton: {
    summary: 'the state machine in the code: states, guards and actions',
    operands: 'FILES...',
    load: () => import('./commands/automaton.ts'),
  },
  replay: {
    summary: 'run a generated test on compiled code',
    operands: 'TEST...',
    load: () => import('./commands/replay.ts'),
  },
  show: {
    summary: 'a run, or one of its tests, to read',
    operands: 'DIR [N]',
    load: () => import('./commands/show.ts'),
  },
  export: {
    summary: 'write the tests of a run as files',
    operands: 'DIR',
    load: () => import('./commands/export.ts'),
  },
  report: {
    summary: 'a run as one HTML file to look at',
    operands: 'DIR',
    load: () => import('./commands/report.ts'),
  },
  resume: {
    summary: 'take up a run that did not come to its end',
    operands: 'DIR',
    load: () => import('./commands/resume.ts'),
  },
  worker: {
    summary: 'help with runs of other machines',
    operands: '',
    load: () => import('./commands/worker.ts'),
  },
  queue: {
    summary: 'which runs share their paths through a queue, and an end to them',
    operands: 'status|cancel [RUN]',
    load: () => import('./commands/queue.ts'),
  },
  explain: {
    summary: 'which lines of a run could influence a value, and through what',
    operands: 'FILES...',
    load: () => import('./commands/explain.ts'),
  },
  ir: {
    summary: 'show the program as it is analysed, or its control flow graph',
    operands: 'FILES...',
    load: () => import('./commands/ir.ts'),
  },
  klee: {
    summary: "KLEE's command line: its options, its output folder, its messages",
    operands: '[OPTIONS] PROGRAM [ARGS...]',
    load: () => import('./commands/klee.ts'),
  },
  verify: {
    summary: "the competitions' interface: a property to an answer, a witness or a test suite",
    operands: 'FILE',
    load: () => import('./commands/verify.ts'),
  },
  check: {
    summary: 'what pathfold.config.json asks for, for builds and pull requests',
    operands: '[CONFIG]',
    load: () => import('./commands/check.ts'),
  },
  cc: {
    summary: 'stand-in for the C compiler that records how a program is built',
    operands: 'ARGS...',
    load: () => import('./commands/cc.ts'),
  },
  build: {
    summary: 'run a build and record how its programs are made',
    operands: '-- COMMAND...',
    load: () => import('./commands/build.ts'),
  },
  completion: {
    summary: 'a script that lets the shell complete commands and options',
    operands: 'bash|zsh|fish',
    load: () => import('./commands/completion.ts'),
  },
} as const satisfies Record<string, CommandEntry>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

export function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(COMMANDS, word);
}

export async function loadCommand(name: CommandName): Promise<Command> {
  return (await COMMANDS[name].load()).command;
}

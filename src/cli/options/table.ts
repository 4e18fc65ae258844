/**
 * The one table of options. The parser, `--help` of each command and the list in README.md are made from it (a test
 * compares the README). An option exists for the commands it names; a new command adds its name where it wants one.
 */

import { REDUCTION_NAMES } from '../../reduce/catalogue.ts';
import { RUN_FORMAT_NAMES } from '../../suite/exports/format-names.ts';
import type { CommandName } from '../commands.ts';

interface Common {
  /** Which commands have it. */
  readonly commands: readonly CommandName[] | 'all' | 'files';
  readonly help: string;
  /** A one-letter form, taking its value joined or apart, as compilers do: `-Ifolder`, `-I folder`. */
  readonly letter?: string;
}
export interface FlagOption extends Common {
  readonly kind: 'flag';
}
export interface TextOption extends Common {
  readonly kind: 'text';
  readonly argument: string;
}
/** May be given several times; keeps the order. */
export interface TextsOption extends Common {
  readonly kind: 'texts';
  readonly argument: string;
}
export interface NumberOption extends Common {
  readonly kind: 'number';
  readonly argument: string;
  /** Null when the absence of a number means something of its own, which `help` explains. */
  readonly default: number | null;
  readonly minimum: number;
}
export interface SecondsOption extends Common {
  readonly kind: 'seconds';
  readonly argument: string;
  readonly default: number | null;
}
export interface ChoiceOption extends Common {
  readonly kind: 'choice';
  readonly argument: string;
  readonly choices: readonly string[];
  readonly default: string;
  /** Where some commands have another one. */
  readonly defaults?: Partial<Record<CommandName, string>>;
}
/** Takes several whole numbers at once and may be repeated, like KLEE's `--sym-args MIN MAX N`. */
export interface NumbersOption extends Common {
  readonly kind: 'numbers';
  readonly arguments: readonly string[];
}
export type OptionSpec =
  | FlagOption
  | TextOption
  | TextsOption
  | NumberOption
  | SecondsOption
  | ChoiceOption
  | NumbersOption;

/** Commands that explore a program. */
export const EXPLORING = [
  'test',
  'cover',
  'summarize',
  'diff',
  'blame',
  'augment',
  'compare',
  'automaton',
] as const satisfies readonly CommandName[];

export const OPTIONS = {
  function: {
    kind: 'text',
    argument: 'F',
    commands: ['ir', ...EXPLORING],
    help: 'only this function; commands that explore make its parameters symbolic, so that no harness is needed (repeatable for test, cover and summarize)',
  },
  'all-functions': {
    kind: 'flag',
    commands: ['test', 'cover', 'summarize'],
    help: 'explore every function of the files, one after the other, as --function does; limits apply to each of them',
  },
  array: {
    kind: 'texts',
    argument: 'P=N',
    commands: EXPLORING,
    help: 'with --function: the pointer P leads to N elements; N may be another input, such as a parameter (repeatable)',
  },
  length: {
    kind: 'texts',
    argument: 'N=P',
    commands: EXPLORING,
    help: 'with --function: the input N is the length of the string or array P (repeatable)',
  },
  range: {
    kind: 'texts',
    argument: 'X=LOW..HIGH',
    commands: EXPLORING,
    help: 'with --function: the input X, or every element of the array X, lies between LOW and HIGH (repeatable)',
  },
  assume: {
    kind: 'texts',
    argument: 'CONDITION',
    commands: EXPLORING,
    help: 'with --function: a C expression over the inputs that holds when the function is called (repeatable)',
  },
  callback: {
    kind: 'texts',
    argument: 'P[=FUNCTION]',
    commands: EXPLORING,
    help: 'with --function: the pointer P leads to FUNCTION, or to one that returns anything and whose arguments are outputs (repeatable)',
  },
  memory: {
    kind: 'texts',
    argument: 'ADDRESS:BYTES',
    commands: EXPLORING,
    help: 'with --function: there is memory with arbitrary contents at this address, such as registers of a device (repeatable)',
  },
  string: {
    kind: 'texts',
    argument: 'P=N',
    commands: EXPLORING,
    help: 'with --function: the string P has at most N characters (repeatable)',
  },
  nullable: {
    kind: 'texts',
    argument: 'P',
    commands: EXPLORING,
    help: 'with --function: the pointer P may also be null (repeatable)',
  },
  'never-null': {
    kind: 'texts',
    argument: 'P',
    commands: EXPLORING,
    help: 'with --function: the list or tree P, which may be empty otherwise, has at least one node (repeatable)',
  },
  input: {
    kind: 'texts',
    argument: 'GLOBAL',
    commands: EXPLORING,
    help: "with --function: a global variable is an input too, or a part of one: 'table[0..3].key' (repeatable)",
  },
  'structure-depth': {
    kind: 'number',
    argument: 'N',
    default: 2,
    minimum: 1,
    commands: EXPLORING,
    help: 'with --function: how many records of one type a chain of pointers may visit',
  },
  'sym-arg': {
    kind: 'numbers',
    arguments: ['N'],
    commands: [...EXPLORING, 'explain'],
    help: 'give the program one argument of at most N arbitrary bytes (repeatable)',
  },
  'sym-args': {
    kind: 'numbers',
    arguments: ['MIN', 'MAX', 'N'],
    commands: [...EXPLORING, 'explain'],
    help: 'give the program MIN to MAX arguments of at most N arbitrary bytes',
  },
  'sym-stdin': {
    kind: 'number',
    argument: 'N',
    default: 0,
    minimum: 0,
    commands: [...EXPLORING, 'explain'],
    help: 'standard input is N arbitrary bytes',
  },
  stdin: {
    kind: 'text',
    argument: 'PATH',
    commands: [...EXPLORING, 'explain'],
    help: 'standard input is what this file contains',
  },
  'sym-files': {
    kind: 'numbers',
    arguments: ['K', 'N'],
    commands: [...EXPLORING, 'explain'],
    help: 'the program finds K files named A, B, ... of N arbitrary bytes each',
  },
  'sym-stdout': {
    kind: 'flag',
    commands: [...EXPLORING, 'explain'],
    help: "accepted for KLEE's sake: every test has the text that the program writes",
  },
  file: {
    kind: 'texts',
    argument: 'NAME=PATH',
    commands: [...EXPLORING, 'explain'],
    help: 'the program finds a file NAME with the contents of PATH, which is read once, at the start (repeatable)',
  },
  dir: {
    kind: 'texts',
    argument: 'NAME',
    commands: [...EXPLORING, 'explain'],
    help: 'the program finds an empty folder NAME (repeatable)',
  },
  env: {
    kind: 'texts',
    argument: 'NAME=VALUE',
    commands: [...EXPLORING, 'explain'],
    help: 'set a variable of the environment, which is empty otherwise (repeatable)',
  },
  'sym-env': {
    kind: 'texts',
    argument: 'NAME=N',
    commands: [...EXPLORING, 'explain'],
    help: 'set a variable of the environment to N arbitrary bytes (repeatable)',
  },
  'max-fail': {
    kind: 'number',
    argument: 'N',
    default: 0,
    minimum: 0,
    commands: [...EXPLORING, 'explain'],
    help: 'up to N calls that open, read, write or change files fail although nothing is wrong',
  },
  'fd-fail': {
    kind: 'flag',
    commands: [...EXPLORING, 'explain'],
    help: 'short for --max-fail 1',
  },
  interleavings: {
    kind: 'number',
    argument: 'N',
    default: 0,
    minimum: 0,
    commands: ['test', 'cover'],
    help: 'threads give way to others at up to N calls that synchronise them, although they could go on',
  },
  'malloc-fails': {
    kind: 'flag',
    commands: EXPLORING,
    help: "any allocation in the program's C files may find no memory",
  },
  slice: {
    kind: 'text',
    argument: 'LINE|output',
    commands: ['explain'],
    help: 'what to explain: a line of the source, or all outputs (default: output)',
  },
  test: {
    kind: 'text',
    argument: 'TEST',
    commands: ['explain', 'blame'],
    help: 'the run to explain: the one of this test (default: all inputs zero for explain, the first change found for blame)',
  },
  marks: {
    kind: 'flag',
    commands: ['blame'],
    help: 'print one line per place for editors, FILE:LINE:COLUMN: message, and nothing else',
  },
  conditions: {
    kind: 'choice',
    argument: 'KIND',
    choices: ['slice', 'path'],
    default: 'slice',
    commands: ['blame'],
    help: 'which conditions separate the versions: those that the differing outputs depend on, or those of the whole paths (the original method)',
  },
  output: {
    kind: 'texts',
    argument: 'O',
    commands: ['summarize', 'compare', 'diff', 'blame', 'augment', 'automaton'],
    help: 'what counts as output: return, exit, stdout, stderr, a global, a value marked with pathfold_output (repeatable)',
  },
  compare: {
    kind: 'choice',
    argument: 'LEVEL',
    choices: ['all', 'return', 'crashes'],
    default: 'all',
    commands: ['diff', 'blame', 'augment'],
    help: 'which outputs of the versions must agree: everything, results and exit status, or only faults',
  },
  automaton: {
    kind: 'flag',
    commands: ['diff'],
    help: 'compare the state machines in both versions, of --function and --state',
  },
  state: {
    kind: 'text',
    argument: 'VAR[=RANGES]',
    commands: ['automaton', 'diff'],
    help: "the variable whose values are the states: a global, a member such as 'm->state', a parameter that comes back as result; or ranges of its values: 'n=0,1..9,10..'",
  },
  initial: {
    kind: 'texts',
    argument: 'V',
    commands: ['automaton', 'diff'],
    help: 'the state to start in, or with NAME=V the initial value of another variable; globals have theirs anyway (repeatable)',
  },
  'max-states': {
    kind: 'number',
    argument: 'N',
    default: 128,
    minimum: 1,
    commands: ['automaton', 'diff'],
    help: 'a variable with more values than this is not taken for a state',
  },
  suite: {
    kind: 'text',
    argument: 'DIR',
    commands: ['diff', 'augment'],
    help: 'tests of the old version: say which of them run what the change affects, and write those that are missing',
  },
  git: {
    kind: 'text',
    argument: 'REV',
    commands: ['diff', 'blame', 'augment'],
    help: 'compare the files with how they were in this revision',
  },
  base: {
    kind: 'text',
    argument: 'REV',
    commands: ['check'],
    help: 'only what differs from this revision of git: functions that changed are compared with it, new ones are tested',
  },
  accept: {
    kind: 'flag',
    commands: ['check'],
    help: 'write all faults that are found to the baseline: from then on they are accepted',
  },
  github: {
    kind: 'flag',
    commands: ['check'],
    help: 'print what is found as annotations that GitHub shows beside the source',
  },
  cases: {
    kind: 'number',
    argument: 'N',
    commands: ['summarize', 'automaton'],
    help: 'show at most this many cases of a condition, and the number of the others',
    default: 8,
    minimum: 1,
  },
  rows: {
    kind: 'number',
    argument: 'N',
    commands: ['summarize'],
    help: 'show at most this many rows, the others are counted; summary.json has all',
    default: 40,
    minimum: 1,
  },
  markdown: {
    kind: 'flag',
    commands: ['summarize'],
    help: 'print the signature as a Markdown table',
  },
  search: {
    kind: 'choice',
    argument: 'ORDER',
    choices: ['dfs', 'bfs', 'random', 'random-path', 'coverage'],
    default: 'dfs',
    defaults: { cover: 'coverage', verify: 'random-path' },
    commands: [...EXPLORING, 'verify'],
    help: 'which open path to follow next',
  },
  seed: {
    kind: 'number',
    argument: 'N',
    default: 1,
    minimum: 0,
    commands: [...EXPLORING, 'verify'],
    help: 'for the random search orders: same seed, same run',
  },
  reduce: {
    kind: 'choice',
    argument: 'NAME',
    choices: REDUCTION_NAMES,
    default: 'none',
    defaults: { test: 'revisit', cover: 'revisit', verify: 'revisit', automaton: 'output' },
    commands: ['test', 'cover', 'verify', 'automaton'],
    help: 'which paths count as redundant and are left out (automaton: output, or none)',
  },
  merge: {
    kind: 'choice',
    argument: 'HOW',
    choices: ['off', 'simple'],
    default: 'off',
    commands: ['ir', 'test', 'summarize', 'compare', 'verify'],
    help: 'simple: branches that only choose a value, and && and || without side effects or faults, do not fork; lines on such sides are not counted as covered or missed',
  },
  since: {
    kind: 'text',
    argument: 'OLD',
    commands: ['test'],
    help: 'the version before a change, for the reductions that are about one (change, change,dependence, change,output)',
  },
  switch: {
    kind: 'texts',
    argument: 'NAME=VALUE',
    commands: ['test', 'cover'],
    help: 'set a switch of the reduction, such as size-bound=200 or combine=off (repeatable)',
  },
  check: {
    kind: 'texts',
    argument: 'LIST',
    commands: EXPLORING,
    help: 'also look for overflow (signed), leak, uninit (uninitialised values), undefined (all that C leaves undefined); bounds inside objects are checked unless no-bounds is given; separated by commas',
  },
  undefined: {
    kind: 'choice',
    argument: 'EFFECT',
    choices: ['stop', 'fresh'],
    default: 'stop',
    defaults: { automaton: 'fresh' },
    commands: EXPLORING,
    help: 'a call of an undefined function ends the path, or returns an arbitrary value without side effects',
  },
  'max-time': {
    kind: 'seconds',
    argument: 'SECONDS',
    default: null,
    commands: [...EXPLORING, 'resume', 'verify'],
    help: 'end the whole command after this time, at the latest a tenth and two seconds later; what was found is kept (automaton: 300 unless given)',
  },
  'max-paths': {
    kind: 'number',
    argument: 'N',
    default: null,
    minimum: 1,
    commands: [...EXPLORING, 'resume', 'verify'],
    help: 'stop after this many paths',
  },
  'max-instructions': {
    kind: 'number',
    argument: 'N',
    default: null,
    minimum: 1,
    commands: [...EXPLORING, 'resume', 'verify'],
    help: 'stop after this many executed instructions',
  },
  'max-steps': {
    kind: 'number',
    argument: 'N',
    default: 200_000_000,
    minimum: 1,
    commands: [...EXPLORING, 'verify'],
    help: 'end a path after this many instructions, so that no run waits for an endless loop',
  },
  'max-call-depth': {
    kind: 'number',
    argument: 'N',
    default: 4_000,
    minimum: 1,
    commands: [...EXPLORING, 'verify'],
    help: 'end a path after this many nested calls',
  },
  'max-depth': {
    kind: 'number',
    argument: 'N',
    default: null,
    minimum: 1,
    commands: EXPLORING,
    help: 'end a path after this many decisions between two possible sides',
  },
  workers: {
    kind: 'text',
    argument: 'N|auto',
    commands: ['test', 'cover', 'resume'],
    help: 'explore with so many threads at once; auto takes all processors once a run has taken a second and a half. Several find the same faults; which tests show them, and of reductions which paths are cut, may differ from run to run (default: 1, which repeats exactly)',
  },
  queue: {
    kind: 'text',
    argument: 'URL',
    commands: ['test', 'cover', 'worker', 'queue'],
    help: 'a Redis server, redis://[USER:PASSWORD@]HOST:PORT or rediss:// with TLS, through which workers on other machines (pathfold worker) help with the run; needs the packages bullmq and ioredis',
  },
  'queue-prefix': {
    kind: 'text',
    argument: 'NAME',
    commands: ['test', 'cover', 'worker', 'queue'],
    help: 'the prefix of all keys in Redis; a run and its workers must use the same one (default: pathfold)',
  },
  lease: {
    kind: 'seconds',
    argument: 'SECONDS',
    default: 30,
    commands: ['worker'],
    help: 'how long a worker may be silent before another gets its job',
  },
  'max-memory': {
    kind: 'number',
    argument: 'MB',
    default: 3_000,
    minimum: 1,
    commands: [...EXPLORING, 'resume', 'verify'],
    help: "stop before using more memory than this, or than Node's heap has room for (--max-old-space-size of node)",
  },
  solver: {
    kind: 'text',
    argument: 'NAME',
    commands: [...EXPLORING, 'verify'],
    help: 'which solver decides formulas: embedded, z3, or smtlib:PROGRAM for an installed solver (default: embedded)',
  },
  'check-solver': {
    kind: 'text',
    argument: 'NAME',
    commands: EXPLORING,
    help: 'let a second solver check every answer of the first',
  },
  'log-queries': {
    kind: 'flag',
    commands: EXPLORING,
    help: 'write every question that reaches the solver as .smt2 into the output folder',
  },
  'max-solver-time': {
    kind: 'seconds',
    argument: 'SECONDS',
    default: 10,
    commands: [...EXPLORING, 'verify'],
    help: 'give up a single question to the solver after this time',
  },
  out: {
    kind: 'text',
    argument: 'DIR',
    commands: [...EXPLORING, 'verify'],
    help: 'where to write results (default: a new folder pathfold-out)',
  },
  force: {
    kind: 'flag',
    commands: [...EXPLORING, 'verify'],
    help: 'replace the results of an earlier run in --out DIR',
  },
  'allow-incomplete': {
    kind: 'flag',
    commands: [...EXPLORING, 'replay', 'resume'],
    help: 'exit with status 0 instead of 4 when nothing was found but not everything was explored',
  },
  json: {
    kind: 'flag',
    commands: [...EXPLORING, 'replay', 'explain', 'resume', 'verify', 'check', 'queue'],
    help: 'print the result as JSON and nothing else',
  },
  replay: {
    kind: 'choice',
    argument: 'WHICH',
    choices: ['all', 'sample', 'none'],
    default: 'sample',
    commands: EXPLORING,
    help: 'which tests to run on compiled code at the end',
  },
  format: {
    kind: 'choice',
    argument: 'FORMAT',
    choices: ['all', 'json', 'ktest', 'c', ...RUN_FORMAT_NAMES],
    default: 'all',
    commands: ['export'],
    help: 'what to write: files of each test (all, json, ktest, c), or one of the run: faults for other tools (sarif, junit, github), coverage (lcov, cobertura), a suite or corpus (testcomp, afl), unit tests of the function (assert, criterion, cmocka, unity, ctest)',
  },
  property: {
    kind: 'text',
    argument: 'FILE',
    commands: ['verify'],
    help: 'what to verify, or what tests must cover: a .prp file in the format of the competitions',
  },
  'data-model': {
    kind: 'choice',
    argument: 'MODEL',
    choices: ['ILP32', 'LP64'],
    default: 'ILP32',
    commands: ['verify'],
    help: 'how wide long and pointers are',
  },
  witness: {
    kind: 'text',
    argument: 'FILE',
    commands: ['verify'],
    help: 'where to write the witness of a violation (default: witness.yml in the output folder)',
  },
  'test-suite': {
    kind: 'text',
    argument: 'FILE',
    commands: ['verify'],
    help: 'where to write a test suite (default: test-suite.zip in the output folder)',
  },
  open: {
    kind: 'flag',
    commands: ['report'],
    help: 'show the report in the browser',
  },
  tests: {
    kind: 'text',
    argument: 'LIST',
    commands: ['export'],
    help: 'which tests: faults, all, or numbers such as 3,8-12 (default: all)',
  },
  native: {
    kind: 'flag',
    commands: ['replay'],
    help: 'compile with cc, with sanitizers where they are installed, instead of to WebAssembly',
  },
  'allow-native': {
    kind: 'flag',
    commands: [...EXPLORING, 'replay'],
    help: "run a captured program's own executable even where nothing keeps it inside its folder, with your own permissions",
  },
  'replay-time': {
    kind: 'seconds',
    argument: 'TIME',
    default: 10,
    commands: ['replay'],
    help: 'stop a test that takes longer',
  },
  dot: {
    kind: 'flag',
    commands: ['ir', 'automaton'],
    help: 'print the control flow graph, or the state machine, in the language of Graphviz',
  },
  mermaid: {
    kind: 'flag',
    commands: ['automaton'],
    help: 'print the state machine as a Mermaid diagram',
  },
  svg: {
    kind: 'flag',
    commands: ['automaton'],
    help: 'print the state machine as a picture; needs the npm package @hpcc-js/wasm-graphviz',
  },
  runtime: {
    kind: 'flag',
    commands: ['ir'],
    help: 'also show the parts of the modelled C library that the program uses',
  },

  target: {
    kind: 'text',
    argument: 'TRIPLE',
    commands: 'files',
    help: 'compile C for this target, or for this machine with "host" (default: wasm32-wasip1)',
  },
  clang: {
    kind: 'text',
    argument: 'PATH',
    commands: 'files',
    help: "use an installed clang, with this machine's target and headers",
  },
  include: {
    kind: 'texts',
    argument: 'FILE',
    commands: 'files',
    help: 'include a file before the first line of each C file (repeatable)',
  },
  'include-directory': {
    kind: 'texts',
    argument: 'DIR',
    letter: 'I',
    commands: 'files',
    help: 'look for headers in DIR (repeatable)',
  },
  define: {
    kind: 'texts',
    argument: 'NAME[=VALUE]',
    letter: 'D',
    commands: 'files',
    help: 'define a macro (repeatable)',
  },
  undefine: {
    kind: 'texts',
    argument: 'NAME',
    letter: 'U',
    commands: 'files',
    help: 'undefine a macro (repeatable)',
  },
  std: {
    kind: 'text',
    argument: 'STANDARD',
    commands: 'files',
    help: 'the C standard, for example c99 or gnu11',
  },
  'compile-commands': {
    kind: 'text',
    argument: 'DIR',
    letter: 'p',
    commands: 'files',
    help: "take each file's flags from DIR/compile_commands.json",
  },
  build: {
    kind: 'text',
    argument: 'DIR',
    commands: 'files',
    help: 'the program is one that a recorded build made in DIR: its path there, or only its name',
  },
  'no-cache': {
    kind: 'flag',
    commands: 'files',
    help: 'compile everything anew (the cache folder is $PATHFOLD_CACHE or in your cache directory)',
  },

  debug: {
    kind: 'flag',
    commands: 'all',
    help: 'show a stack trace when something goes wrong inside pathfold',
  },
  help: {
    kind: 'flag',
    letter: 'h',
    commands: 'all',
    help: 'show this help',
  },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof OPTIONS;

type ValueOf<Spec extends OptionSpec> = Spec extends FlagOption
  ? boolean
  : Spec extends TextOption
    ? string | null
    : Spec extends TextsOption
      ? readonly string[]
      : Spec extends NumberOption | SecondsOption
        ? Spec['default'] extends number
          ? number
          : number | null
        : Spec extends ChoiceOption
          ? Spec['choices'][number]
          : readonly (readonly number[])[];

/** What the user asked for; absent options have their defaults. */
export type OptionValues = { readonly [Name in OptionName]: ValueOf<(typeof OPTIONS)[Name]> };

/** Options of a command, in the order of the table. */
export function optionsOf(command: CommandName, takesFiles: boolean): [OptionName, OptionSpec][] {
  return (Object.entries(OPTIONS) as [OptionName, OptionSpec][]).filter(([, spec]) => {
    if (spec.commands === 'all') return true;
    return spec.commands === 'files' ? takesFiles : spec.commands.includes(command);
  });
}

/** How an option is written: `-I, --include-directory DIR`. */
export function spelling(name: string, spec: OptionSpec): string {
  const long = spec.kind === 'flag' ? `--${name}` : `--${name} ${argumentText(spec)}`;
  return spec.letter === undefined ? long : `-${spec.letter}, ${long}`;
}

function argumentText(spec: Exclude<OptionSpec, FlagOption>): string {
  return spec.kind === 'numbers' ? spec.arguments.join(' ') : spec.argument;
}

/** The help text with choices and default: that of a command, or all of them. */
export function explanation(spec: OptionSpec, command: CommandName | null = null): string {
  if (spec.kind === 'choice') {
    const usual = (command !== null && spec.defaults?.[command]) || spec.default;
    const others = command === null ? Object.entries(spec.defaults ?? {}) : [];
    const defaults = [usual, ...others.map(([name, value]) => `${name}: ${value}`)];
    return `${spec.help}: ${spec.choices.join(', ')} (default: ${defaults.join('; ')})`;
  }
  if ((spec.kind === 'number' || spec.kind === 'seconds') && spec.default !== null) {
    return `${spec.help} (default: ${spec.default}${spec.kind === 'seconds' ? ' s' : ''})`;
  }
  return spec.help;
}

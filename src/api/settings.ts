/** Options of the commands, for programs. Made from src/cli/options/table.ts by `npm run docs`. */
import type { OPTIONS } from '../cli/options/table.ts';
import type { MoreWords } from './invocation.ts';
import type { RunControl } from './run.ts';

type Choice<Name extends ChoiceName> = (typeof OPTIONS)[Name]['choices'][number];

type ChoiceName = {
  [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name]['kind'] extends 'choice' ? Name : never;
}[keyof typeof OPTIONS];

/** How programs are compiled. */
export interface CompileSettings extends MoreWords {
  /** `--target TRIPLE`: compile C for this target, or for this machine with "host" (default: wasm32-wasip1). */
  readonly target?: string;
  /** `--clang PATH`: use an installed clang, with this machine's target and headers. */
  readonly clang?: string;
  /** `--include FILE`: include a file before the first line of each C file (repeatable). */
  readonly include?: string | readonly string[];
  /** `-I, --include-directory DIR`: look for headers in DIR (repeatable). */
  readonly includeDirectory?: string | readonly string[];
  /** `-D, --define NAME[=VALUE]`: define a macro (repeatable). */
  readonly define?: string | readonly string[];
  /** `-U, --undefine NAME`: undefine a macro (repeatable). */
  readonly undefine?: string | readonly string[];
  /** `--std STANDARD`: the C standard, for example c99 or gnu11. */
  readonly std?: string;
  /** `-p, --compile-commands DIR`: take each file's flags from DIR/compile_commands.json. */
  readonly compileCommands?: string;
  /** `--build DIR`: the program is one that a recorded build made in DIR: its path there, or only its name. */
  readonly build?: string;
  /** `--no-cache`: compile everything anew (the cache folder is $PATHFOLD_CACHE or in your cache directory). */
  readonly noCache?: boolean;
}

/** What all that explore a program have in common. */
export interface ExploringSettings extends CompileSettings, RunControl {
  /** `--function F`: only this function; commands that explore make its parameters symbolic, so that no harness is needed (repeatable for test, cover and summarize). */
  readonly function?: string;
  /** `--array P=N`: with --function: the pointer P leads to N elements; N may be another input, such as a parameter (repeatable). */
  readonly array?: string | readonly string[];
  /** `--length N=P`: with --function: the input N is the length of the string or array P (repeatable). */
  readonly length?: string | readonly string[];
  /** `--range X=LOW..HIGH`: with --function: the input X, or every element of the array X, lies between LOW and HIGH (repeatable). */
  readonly range?: string | readonly string[];
  /** `--assume CONDITION`: with --function: a C expression over the inputs that holds when the function is called (repeatable). */
  readonly assume?: string | readonly string[];
  /** `--callback P[=FUNCTION]`: with --function: the pointer P leads to FUNCTION, or to one that returns anything and whose arguments are outputs (repeatable). */
  readonly callback?: string | readonly string[];
  /** `--memory ADDRESS:BYTES`: with --function: there is memory with arbitrary contents at this address, such as registers of a device (repeatable). */
  readonly memory?: string | readonly string[];
  /** `--string P=N`: with --function: the string P has at most N characters (repeatable). */
  readonly string?: string | readonly string[];
  /** `--nullable P`: with --function: the pointer P may also be null (repeatable). */
  readonly nullable?: string | readonly string[];
  /** `--never-null P`: with --function: the list or tree P, which may be empty otherwise, has at least one node (repeatable). */
  readonly neverNull?: string | readonly string[];
  /** `--input GLOBAL`: with --function: a global variable is an input too, or a part of one: 'table[0..3].key' (repeatable). */
  readonly input?: string | readonly string[];
  /** `--structure-depth N`: with --function: how many records of one type a chain of pointers may visit (default: 2). */
  readonly structureDepth?: number;
  /** `--sym-arg N`: give the program one argument of at most N arbitrary bytes (repeatable). */
  readonly symArg?: number | readonly number[];
  /** `--sym-args MIN MAX N`: give the program MIN to MAX arguments of at most N arbitrary bytes. */
  readonly symArgs?: readonly (readonly [min: number, max: number, n: number])[];
  /** `--sym-stdin N`: standard input is N arbitrary bytes (default: 0). */
  readonly symStdin?: number;
  /** `--stdin PATH`: standard input is what this file contains. */
  readonly stdin?: string;
  /** `--sym-files K N`: the program finds K files named A, B, ... of N arbitrary bytes each. */
  readonly symFiles?: readonly (readonly [k: number, n: number])[];
  /** `--sym-stdout`: accepted for KLEE's sake: every test has the text that the program writes. */
  readonly symStdout?: boolean;
  /** `--file NAME=PATH`: the program finds a file NAME with the contents of PATH, which is read once, at the start (repeatable). */
  readonly file?: string | readonly string[];
  /** `--dir NAME`: the program finds an empty folder NAME (repeatable). */
  readonly dir?: string | readonly string[];
  /** `--env NAME=VALUE`: set a variable of the environment, which is empty otherwise (repeatable). */
  readonly env?: string | readonly string[];
  /** `--sym-env NAME=N`: set a variable of the environment to N arbitrary bytes (repeatable). */
  readonly symEnv?: string | readonly string[];
  /** `--max-fail N`: up to N calls that open, read, write or change files fail although nothing is wrong (default: 0). */
  readonly maxFail?: number;
  /** `--fd-fail`: short for --max-fail 1. */
  readonly fdFail?: boolean;
  /** `--malloc-fails`: any allocation in the program's C files may find no memory. */
  readonly mallocFails?: boolean;
  /** `--search ORDER`: which open path to follow next: dfs, bfs, random, random-path, coverage (default: dfs; cover: coverage; verify: random-path). */
  readonly search?: Choice<'search'>;
  /** `--seed N`: for the random search orders: same seed, same run (default: 1). */
  readonly seed?: number;
  /** `--check LIST`: also look for overflow (signed), leak, uninit (uninitialised values), undefined (all that C leaves undefined); bounds inside objects are checked unless no-bounds is given; separated by commas. */
  readonly check?: string | readonly string[];
  /** `--undefined EFFECT`: a call of an undefined function ends the path, or returns an arbitrary value without side effects: stop, fresh (default: stop; automaton: fresh). */
  readonly undefined?: Choice<'undefined'>;
  /** `--max-time SECONDS`: end the whole command after this time, at the latest a tenth and two seconds later; what was found is kept (automaton: 300 unless given). */
  readonly maxTime?: number | string;
  /** `--max-paths N`: stop after this many paths. */
  readonly maxPaths?: number;
  /** `--max-instructions N`: stop after this many executed instructions. */
  readonly maxInstructions?: number;
  /** `--max-steps N`: end a path after this many instructions, so that no run waits for an endless loop (default: 200000000). */
  readonly maxSteps?: number;
  /** `--max-call-depth N`: end a path after this many nested calls (default: 4000). */
  readonly maxCallDepth?: number;
  /** `--max-depth N`: end a path after this many decisions between two possible sides. */
  readonly maxDepth?: number;
  /** `--max-memory MB`: stop before using more memory than this, or than Node's heap has room for (--max-old-space-size of node) (default: 3000). */
  readonly maxMemory?: number;
  /** `--solver NAME`: which solver decides formulas: embedded, z3, or smtlib:PROGRAM for an installed solver (default: embedded). */
  readonly solver?: string;
  /** `--check-solver NAME`: let a second solver check every answer of the first. */
  readonly checkSolver?: string;
  /** `--log-queries`: write every question that reaches the solver as .smt2 into the output folder. */
  readonly logQueries?: boolean;
  /** `--max-solver-time SECONDS`: give up a single question to the solver after this time (default: 10 s). */
  readonly maxSolverTime?: number | string;
  /** `--out DIR`: where to write results (default: a new folder pathfold-out). */
  readonly out?: string;
  /** `--force`: replace the results of an earlier run in --out DIR. */
  readonly force?: boolean;
  /** `--replay WHICH`: which tests to run on compiled code at the end: all, sample, none (default: sample). */
  readonly replay?: Choice<'replay'>;
  /** `--allow-native`: run a captured program's own executable even where nothing keeps it inside its folder, with your own permissions. */
  readonly allowNative?: boolean;
}

export interface ExploreSettings extends ExploringSettings {
  /** `--interleavings N`: threads give way to others at up to N calls that synchronise them, although they could go on (default: 0). */
  readonly interleavings?: number;
  /** `--reduce NAME`: which paths count as redundant and are left out (automaton: output, or none): none, postcondition, revisit, dependence, relevance, output, change, change,dependence, change,output (default: none; test: revisit; cover: revisit; verify: revisit; automaton: output). */
  readonly reduce?: Choice<'reduce'>;
  /** `--merge HOW`: simple: branches that only choose a value, and && and || without side effects or faults, do not fork; lines on such sides are not counted as covered or missed: off, simple (default: off). */
  readonly merge?: Choice<'merge'>;
  /** `--since OLD`: the version before a change, for the reductions that are about one (change, change,dependence, change,output). */
  readonly since?: string;
  /** `--switch NAME=VALUE`: set a switch of the reduction, such as size-bound=200 or combine=off (repeatable). */
  readonly switch?: string | readonly string[];
  /** `--workers N|auto`: explore with so many threads at once; auto takes all processors once a run has taken a second and a half. Several find the same faults; which tests show them, and of reductions which paths are cut, may differ from run to run (default: 1, which repeats exactly). */
  readonly workers?: string;
  /** `--queue URL`: a Redis server, redis://[USER:PASSWORD@]HOST:PORT or rediss:// with TLS, through which workers on other machines (pathfold worker) help with the run; needs the packages bullmq and ioredis. */
  readonly queue?: string;
  /** `--queue-prefix NAME`: the prefix of all keys in Redis; a run and its workers must use the same one (default: pathfold). */
  readonly queuePrefix?: string;
}

export interface CoverSettings extends ExploringSettings {
  /** `--interleavings N`: threads give way to others at up to N calls that synchronise them, although they could go on (default: 0). */
  readonly interleavings?: number;
  /** `--reduce NAME`: which paths count as redundant and are left out (automaton: output, or none): none, postcondition, revisit, dependence, relevance, output, change, change,dependence, change,output (default: none; test: revisit; cover: revisit; verify: revisit; automaton: output). */
  readonly reduce?: Choice<'reduce'>;
  /** `--switch NAME=VALUE`: set a switch of the reduction, such as size-bound=200 or combine=off (repeatable). */
  readonly switch?: string | readonly string[];
  /** `--workers N|auto`: explore with so many threads at once; auto takes all processors once a run has taken a second and a half. Several find the same faults; which tests show them, and of reductions which paths are cut, may differ from run to run (default: 1, which repeats exactly). */
  readonly workers?: string;
  /** `--queue URL`: a Redis server, redis://[USER:PASSWORD@]HOST:PORT or rediss:// with TLS, through which workers on other machines (pathfold worker) help with the run; needs the packages bullmq and ioredis. */
  readonly queue?: string;
  /** `--queue-prefix NAME`: the prefix of all keys in Redis; a run and its workers must use the same one (default: pathfold). */
  readonly queuePrefix?: string;
}

export interface SummarizeSettings extends ExploringSettings {
  /** `--output O`: what counts as output: return, exit, stdout, stderr, a global, a value marked with pathfold_output (repeatable). */
  readonly output?: string | readonly string[];
  /** `--rows N`: show at most this many rows, the others are counted; summary.json has all (default: 40). */
  readonly rows?: number;
  /** `--merge HOW`: simple: branches that only choose a value, and && and || without side effects or faults, do not fork; lines on such sides are not counted as covered or missed: off, simple (default: off). */
  readonly merge?: Choice<'merge'>;
}

export interface DiffSettings extends ExploringSettings {
  /** `--output O`: what counts as output: return, exit, stdout, stderr, a global, a value marked with pathfold_output (repeatable). */
  readonly output?: string | readonly string[];
  /** `--compare LEVEL`: which outputs of the versions must agree: everything, results and exit status, or only faults: all, return, crashes (default: all). */
  readonly compare?: Choice<'compare'>;
  /** `--automaton`: compare the state machines in both versions, of --function and --state. */
  readonly automaton?: boolean;
  /** `--state VAR[=RANGES]`: the variable whose values are the states: a global, a member such as 'm->state', a parameter that comes back as result; or ranges of its values: 'n=0,1..9,10..'. */
  readonly state?: string;
  /** `--initial V`: the state to start in, or with NAME=V the initial value of another variable; globals have theirs anyway (repeatable). */
  readonly initial?: string | readonly string[];
  /** `--max-states N`: a variable with more values than this is not taken for a state (default: 128). */
  readonly maxStates?: number;
  /** `--suite DIR`: tests of the old version: say which of them run what the change affects, and write those that are missing. */
  readonly suite?: string;
  /** `--git REV`: compare the files with how they were in this revision. */
  readonly git?: string;
}

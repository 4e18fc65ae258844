/**
 * KLEE's options by their names. What has a meaning here is honoured; what only concerns KLEE's insides is accepted and changes
 * nothing; the rest is refused, with the reason. `pathfold klee --help` and docs/KLEE.md are made from this table.
 */

interface Described {
  readonly help: string;
}
/** `--name`, or `--name=false`; most are off unless said otherwise. */
export interface KleeFlag extends Described {
  readonly kind: 'flag';
  readonly default?: boolean;
}
interface Worded extends Described {
  readonly argument: string;
  /** Where only some words are understood. */
  readonly choices?: readonly string[];
}
export interface KleeText extends Worded {
  readonly kind: 'text';
}
/** May be given several times. */
export interface KleeTexts extends Worded {
  readonly kind: 'texts';
}
/** A whole number; null where nothing is said. KLEE's 0 (no limit) is null as well. */
export interface KleeNumber extends Described {
  readonly kind: 'number';
  readonly argument: string;
}
/** `10s`, `5min`, `1h30min`, or seconds. */
export interface KleeTime extends Described {
  readonly kind: 'time';
  readonly argument: string;
}
export type KleeOption = KleeFlag | KleeText | KleeTexts | KleeNumber | KleeTime;

const flag = (help: string, byDefault = false): KleeFlag => ({ kind: 'flag', help, default: byDefault });
const number = (argument: string, help: string): KleeNumber => ({ kind: 'number', argument, help });
const time = (help: string): KleeTime => ({ kind: 'time', argument: 'TIME', help });
const text = (argument: string, help: string, choices?: readonly string[]): KleeText => {
  return { kind: 'text', argument, help, ...(choices === undefined ? {} : { choices }) };
};
const texts = (argument: string, help: string, choices?: readonly string[]): KleeTexts => {
  return { ...text(argument, help, choices), kind: 'texts' };
};

/** KLEE's search heuristics, and the search order of ours that comes nearest. */
export const KLEE_SEARCHES: Readonly<Record<string, string>> = {
  dfs: 'dfs',
  bfs: 'bfs',
  'random-state': 'random',
  'random-path': 'random-path',
  'nurs:covnew': 'coverage',
  'nurs:md2u': 'coverage',
  'nurs:depth': 'random',
  'nurs:rp': 'random-path',
  'nurs:icnt': 'coverage',
  'nurs:cpicnt': 'coverage',
  'nurs:qc': 'random',
};

export const KLEE_ERROR_TYPES = [
  'Abort',
  'Assert',
  'BadVectorAccess',
  'Execution',
  'External',
  'Free',
  'Model',
  'Overflow',
  'Ptr',
  'ReadOnly',
  'ReportError',
  'User',
  // Of C++ and of sanitizers: scripts that name them run, and no error here has such a type.
  'ImplicitConversion',
  'ImplicitTruncation',
  'InvalidBuiltin',
  'InvalidLoad',
  'MissingReturn',
  'NullableAttribute',
  'UncaughtException',
  'UnexpectedException',
  'UnreachableCall',
] as const;

export const KLEE_OPTIONS = {
  search: texts(
    'ORDER',
    'which open path to follow next; of several, the first counts (default: random-path)',
    Object.keys(KLEE_SEARCHES),
  ),
  'max-time': time('stop after this time'),
  'max-instructions': number('N', 'stop after this many executed instructions'),
  'max-memory': number('MB', 'stop before using more memory than this'),
  'max-depth': number('N', 'end a path after this many decisions between two possible sides'),
  'max-forks': number('N', 'explore both sides of only so many decisions; of later ones, one side is drawn'),
  'max-tests': number('N', 'stop after this many tests'),
  'max-stack-frames': number('N', 'end a path after this many nested calls'),
  'max-solver-time': time('give up a single question to the solver after this time'),
  'exit-on-error': flag('stop at the first error, with exit status 1'),
  'exit-on-error-type': texts('TYPE', 'stop at the first error of this type (repeatable)', KLEE_ERROR_TYPES),
  'dump-states-on-halt': text('BOOL', 'whether paths that are open at the end get a test (default: true)', [
    'true',
    'false',
    '1',
    '0',
    'all',
    'none',
    'unreached',
  ]),

  'entry-point': text('F', 'begin with this function instead of main'),
  'link-llvm-lib': texts('FILE', 'link this bitcode file, too (repeatable)'),
  'external-calls': text(
    'POLICY',
    'what a call of an undefined function does: none, concrete and all end the path (nothing outside is ever called), over-approx returns an arbitrary value',
    ['none', 'concrete', 'all', 'over-approx'],
  ),
  'env-file': text('FILE', 'variables of the environment, one NAME=VALUE per line'),
  'rng-initial-seed': number('N', 'for random choices: same seed, same run'),

  'check-div-zero': flag('look for divisions by zero', true),
  'check-overshift': flag('look for shifts that are too wide', true),
  'silent-klee-assume': flag('an assumption that cannot hold ends the path without an error'),
  'emit-all-errors': flag('a test for each path that runs into an error, also into a known one'),
  'only-output-states-covering-new': flag('tests only for paths that reached new code, and for errors'),

  'output-dir': text('DIR', 'where to write results (default: klee-out-N beside the program)'),
  'write-no-tests': flag('write no tests'),
  'write-kqueries': flag('write the condition of each path as .kquery (errors always have one)'),
  'write-smt2s': flag('write the condition of each path as .smt2'),
  'write-paths': flag('write the branches of each path as .path'),
  'write-sym-paths': flag('write the decisions of each path as .sym.path'),
  'write-cov': flag('write the lines that a path was the first to reach as .cov'),
  'write-test-info': flag('write how long a test took as .info'),
  'write-xml-tests': flag("write tests in Test-Comp's format, too"),
  'xml-metadata-programfile': text('FILE', 'the program that metadata.xml names'),
  'xml-metadata-programhash': text('HASH', 'its hash there'),
  'use-query-log': texts('TYPE:FORMAT', 'log queries: solver:smt2 or all:smt2, into solver-queries.smt2', [
    'solver:smt2',
    'all:smt2',
  ]),
  'output-source': flag('write the program that is run as assembly.ll', true),
  'warnings-only-to-file': flag('print no warnings'),

  'seed-file': texts('FILE', 'a .ktest whose path is explored first (repeatable)'),
  'seed-dir': texts('DIR', 'the same for all .ktest files of a folder (repeatable)'),
  'only-seed': flag('stop when the paths of the seeds are explored'),
  'only-replay-seeds': flag('leave out everything that no seed does'),
  'named-seed-matching': flag('match inputs with seeds by name, not by order'),
  'allow-seed-extension': flag('a seed may have too few bytes, or lack inputs: what is missing is zero'),
  'zero-seed-extension': flag('the same'),
  'allow-seed-truncation': flag('a seed may have too many bytes: what is too much is left out'),
  'seed-time': time('explore seeds first for at most this time'),
  'always-output-seeds': flag('tests of paths of seeds in any case', true),

  'replay-ktest-file': texts('FILE', 'run the program on this .ktest instead of exploring it (repeatable)'),
  'replay-ktest-dir': texts('DIR', 'the same for all .ktest files of a folder (repeatable)'),
  'replay-keep-symbolic': flag('while replaying, inputs stay symbolic: conditions of the path are kept'),

  reduce: text('NAME', "leave out repeated paths (pathfold's own): none or revisit (default: none)", [
    'none',
    'revisit',
  ]),
  target: text('TRIPLE', "compile C for this target (pathfold's own; default: x86_64-linux-gnu)"),
  version: flag('say which version this is'),
  help: flag('show this list'),
} as const satisfies Record<string, KleeOption>;

export type KleeOptionName = keyof typeof KLEE_OPTIONS;

/** Other names: of earlier versions of KLEE, or short ones. */
export const KLEE_SYNONYMS: Readonly<Record<string, KleeOptionName>> = {
  'seed-out': 'seed-file',
  'seed-out-dir': 'seed-dir',
  'replay-out': 'replay-ktest-file',
  'replay-out-dir': 'replay-ktest-dir',
  'stop-after-n-tests': 'max-tests',
  'no-output': 'write-no-tests',
  'write-pcs': 'write-kqueries',
  'max-stp-time': 'max-solver-time',
  'max-core-solver-time': 'max-solver-time',
  environ: 'env-file',
  'help-list': 'help',
  'help-hidden': 'help',
};

/** Accepted without effect: flags, which never take the next word. */
export const KLEE_INSIDE_FLAGS: readonly string[] = words(`
  posix-runtime optimize ubsan-runtime warn-all-external-symbols warn-all-externals all-external-warnings
  suppress-external-warnings readable-posix-inputs allow-external-sym-calls output-stats output-istats output-module
  use-merge use-incomplete-merge debug-log-merge debug-log-incomplete-merge debug-log-state-merge use-batching-search
  use-forked-solver use-forked-stp use-cex-cache cex-cache-exp cex-cache-superset cex-cache-try-all
  cex-cache-validate use-cache use-branch-cache use-independent-solver use-fast-cex-solver use-construct-hash-stp
  use-construct-hash-z3 use-construct-hash-metasmt use-visitor-hash use-constant-arrays use-call-paths
  use-asm-addresses ignore-solver-failures simplify-sym-indices equality-substitution rewrite-equalities
  solver-optimize-divides stp-optimize-divides smtlib-human-readable log-timed-out-queries log-partial-queries-early
  single-object-resolution allocate-determ kdalloc kdalloc-mark-as-unneeded use-query-pc-log use-query-stp-log
  max-memory-inhibit track-instruction-time watchdog disable-inlining disable-internalize disable-opt disable-verify
  verify-each strip-all strip-debug klee-call-optimisation compress-exec-tree compress-process-tree
  debug-print-escaping-functions debug-compress-instructions debug-validate-solver debug-assignment-validating-solver
  use-assignment-validating-solver debug-check-for-implied-values debug-cex-cache-check-binding randomize-fork color
  pc-all-widths pc-all-const-widths pc-multibyte-reads pc-prefix-width print-options print-all-options
  debug-z3-validate-models debug-dump-stp-queries use-iterative-deepening-time-search`);

/** Accepted without effect: options with a value. */
export const KLEE_INSIDE_VALUES: readonly string[] = words(`
  libc solver-backend metasmt-backend max-sym-array-size batch-instructions batch-time switch-type const-array-opt
  optimize-array allocate-determ-size allocate-determ-start-address redzone-size red-zone-size timer-interval
  stats-write-interval stats-write-after-instructions stats-commit-after istats-write-interval
  istats-write-after-instructions uncovered-update-interval
  uncovered-update-after-instructions array-value-ratio array-value-symb-ratio pc-width min-query-time-to-log kdalloc-constants-size
  kdalloc-constants-start-address kdalloc-globals-size kdalloc-globals-start-address kdalloc-heap-size
  kdalloc-heap-start-address kdalloc-quarantine kdalloc-stack-size kdalloc-stack-start-address ptree-batch-size
  exec-tree-batch-size external-call-warnings runtime-build bytecode-runtime debug-crosscheck-core-solver
  debug-crosscheck-core-solver-with debug-stp-dump-queries debug-z3-dump-queries debug-z3-log-api-interaction
  debug-z3-verbosity debug-only smtlib-abbreviation-mode smtlib-display-constants stp-sat-solver run-in-dir run-in
  use-iterative-deepening-search iterative-deepening-depth-growth max-static-pct-check-delay`);

/** Would change results in a way that is not offered. */
export const KLEE_REFUSED: Readonly<Record<string, string>> = {
  'make-concrete-symbolic': 'values that the program computes are never made arbitrary',
  'replay-path': 'a path cannot be given by its branches: use --replay-ktest-file',
  'write-exec-tree': 'there is no tree of states to write: see `pathfold report`',
  'write-ptree': 'there is no tree of states to write: see `pathfold report`',
  'return-null-on-zero-malloc': 'malloc(0) returns a pointer to an empty object',
  'null-on-zero-malloc': 'malloc(0) returns a pointer to an empty object',
  'write-cvcs': "there is no writer for CVC's language: use --write-smt2s",
  'max-static-fork-pct': 'paths are never dropped for forking often at one place: use --max-forks',
  'max-static-solve-pct': 'paths are never dropped for solving often at one place: use --max-time',
  'max-static-cpfork-pct': 'paths are never dropped for forking often at one place: use --max-forks',
  'max-static-cpsolve-pct': 'paths are never dropped for solving often at one place: use --max-time',
  'max-instruction-time': 'single instructions have no time limit: use --max-solver-time',
  'debug-print-instructions': 'instructions are not logged: see `pathfold explain`',
  libcxx: 'C++ programs are not supported',
  'read-args': 'write the options on the command line',
};

function words(list: string): string[] {
  return list.split(/\s+/).filter((word) => word !== '');
}

/** Where results go, in which form, and how tests are replayed. */
import { RUN_FORMAT_NAMES, TEST_FORMATS } from '../../../suite/exports/format-names.ts';
import { EXPLORING, type OptionSpec } from '../option-spec.ts';

export const RESULT_OPTIONS = {
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
    choices: ['all', ...TEST_FORMATS, ...RUN_FORMAT_NAMES],
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
} as const satisfies Record<string, OptionSpec>;

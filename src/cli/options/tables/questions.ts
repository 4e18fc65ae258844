/** What single commands are asked, and how much of the answer is shown. */
import type { OptionSpec } from '../option-spec.ts';

export const QUESTION_OPTIONS = {
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
} as const satisfies Record<string, OptionSpec>;

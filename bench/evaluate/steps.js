/**
 * What is run for each paper, and where its rows go: benches that write rows as JSON to docs/evaluation/NAME.json, and the study
 * of coreutils, which keeps its own file. `quick` are the words in place of `full` where a few minutes must do.
 */

const KINDS = {
  full: [
    ...['control/brake:CYCLES=1', 'control/brake:CYCLES=2', 'control/collision'],
    ...['scheduler:TASKS=2', 'scheduler:TASKS=3', 'schedule:N=3', 'schedule:N=5'],
    ...['replace:LENGTH=3', 'replace:LENGTH=4', 'tokenizer:LENGTH=3', 'tokenizer:LENGTH=4'],
  ],
  quick: [
    'control/brake:CYCLES=1',
    'control/collision',
    'scheduler:TASKS=2',
    'schedule:N=3',
    'replace:LENGTH=2',
    'tokenizer:LENGTH=2',
  ],
};
const TEN_LARGEST = 'join,csplit,stty,dd,tail,od,tr,ptx,pr,ls';
const SWITCHES = ['firstInstanceOnly=on', 'combine=off', 'reuse=off', 'lazy=off', 'models=off', 'adaptive=off'];

export const PAPERS = {
  'redundant-states': [
    {
      bench: 'coreutils/study.js',
      full: ['--study', 'cover'],
      quick: ['--study', 'cover', '--seconds', '3', '--only', TEN_LARGEST],
    },
  ],
  postconditioned: [
    {
      bench: 'coreutils/study.js',
      full: ['--study', 'test'],
      quick: ['--study', 'test', '--seconds', '3', '--only', TEN_LARGEST],
    },
    {
      name: 'postcondition-switches',
      bench: 'reduce/paths.js',
      full: ['postcondition', 'revisit', ...SWITCHES.map((each) => `postcondition:${spelt(each)}`)],
      quick: ['postcondition', 'revisit', '--only', 'date', '--rounds', '1'],
    },
  ],
  'dependence-guided': [
    {
      name: 'dependence-paths',
      bench: 'reduce/dependence.js',
      full: [...KINDS.full, '--order', 'dfs'],
      quick: [...KINDS.quick, '--order', 'dfs', '--seconds', '20'],
    },
    {
      name: 'dependence-mutants',
      bench: 'mutation/kill-rates.js',
      full: ['--reduce', 'none', '--reduce', 'dependence'],
      quick: ['--reduce', 'none', '--reduce', 'dependence', '--mutants', '20', 'packet', 'date'],
    },
  ],
  'symbolic-output': [
    {
      name: 'output-paths',
      bench: 'reduce/output.js',
      full: [],
      quick: ['--quick', '--only', 'date', '--only', 'packet'],
    },
    { name: 'output-debugging', bench: 'blame/blame.js', full: [], quick: ['--only', '1,2,3'] },
  ],
  'directed-incremental': [
    {
      name: 'versions-searches',
      bench: 'reduce/versions.js',
      full: [],
      quick: ['brake', '--cycles', '1', '--repeat', '1', '--versions', '1,2,3,4'],
    },
    {
      name: 'versions-tests',
      bench: 'blame/augment.js',
      full: ['--no-pairs'],
      quick: ['brake', '--no-pairs', '--versions', '1,2,3,4'],
    },
  ],
};

function spelt(text) {
  return text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Do fewer tests find fewer faults? Mutates the programs of bench/programs and counts which mutants the tests of each
 * reduction kill: those on which some test ends, prints or returns differently than on the original.
 *
 *   npm run bench:mutation -- [PROGRAM...] [--mutants 300] [--reduce NAME]...
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf, spread } from './mutants.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: 'string', default: '300' },
    reduce: { type: 'string', multiple: true, default: ['none', 'dependence', 'postcondition', 'output'] },
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    seconds: { type: 'string', default: '300' },
  },
});
const from = (path) => import(`${values.dist}/${path}`);
const { loadProgram } = await from('frontend/load.js');
const { Exploration, DEFAULT_EXPLORATION } = await from('explore/exploration.js');
const { NO_LIMITS } = await from('explore/forking.js');
const { Term } = await from('expr/term.js');
const { Terms } = await from('expr/terms.js');
const { evaluate } = await from('expr/evaluate.js');
const { reductionOf, DEFAULT_REDUCTION_OPTIONS } = await from('reduce/registry.js');

/** The tokenizer has too many paths at its usual size to run all of them on every mutant. */
const PROGRAMS = {
  tokenizer: ['LENGTH=3'],
  expression: ['LENGTH=4'],
  packet: [],
  scheduler: [],
  date: [],
  connection: ['EVENTS=3'],
};
const directory = fileURLToPath(new URL('../programs', import.meta.url));
const passive = { recorder: null, *explore() {} };

/** The inputs of a reduction's tests. */
async function suiteOf(program, name, terms) {
  const inputs = [];
  const limits = { ...NO_LIMITS, maxTimeMs: Number(values.seconds) * 1000 };
  const exploration = await Exploration.create(
    program,
    { ...DEFAULT_EXPLORATION, limits, terms },
    ({ model }) => model !== null && inputs.push(model),
    reductionOf(name).strategy(program, DEFAULT_REDUCTION_OPTIONS),
  );
  exploration.run();
  exploration.dispose();
  return { inputs, limits: [...exploration.limits] };
}

/** Everything a user of the program could see of one run. */
function observe(exploration, input) {
  const { outcome } = exploration.follow(input);
  const { ending, stdout, stderr, outputs } = outcome;
  const value = (each) => String(each instanceof Term ? evaluate(each, input) : each);
  const seen = [ending.kind, ending.kind === 'exit' ? '' : (ending.position?.line ?? ''), value(ending.status)];
  for (const text of [stdout, stderr]) seen.push(text.map(value).join());
  for (const output of outputs) seen.push(output.bytes === null ? value(output.value) : output.bytes.map(value).join());
  return { text: seen.join('|'), steps: outcome.steps };
}

async function machineFor(program, terms, maxSteps) {
  return Exploration.create(program, { ...DEFAULT_EXPLORATION, terms, machine: { maxSteps } }, () => {}, passive);
}

const cell = (text, width) => String(text).padStart(width);
console.log('program       mutants  reduction         tests  killed   rate  alone  seconds');
for (const name of positionals.length > 0 ? positionals : Object.keys(PROGRAMS)) {
  const program = await loadProgram([`${name}.c`], { directory, defines: PROGRAMS[name] ?? [] });
  const terms = new Terms();
  const suites = [];
  for (const reduction of values.reduce) suites.push({ reduction, ...(await suiteOf(program, reduction, terms)) });
  const original = await machineFor(program, terms, 100_000_000);
  let longest = 0;
  for (const suite of suites) {
    suite.expected = suite.inputs.map((input) => {
      const { text, steps } = observe(original, input);
      longest = Math.max(longest, steps);
      return text;
    });
    suite.killed = new Set();
    suite.seconds = 0;
  }
  original.dispose();
  const mutants = spread(mutantsOf(program), Number(values.mutants));
  for (const [number, mutant] of mutants.entries()) {
    mutant.apply();
    const changed = await machineFor(program, terms, 10 * longest + 10_000);
    for (const suite of suites) {
      const began = performance.now();
      const kills = suite.inputs.some((input, test) => observe(changed, input).text !== suite.expected[test]);
      suite.seconds += (performance.now() - began) / 1000;
      if (kills) suite.killed.add(number);
    }
    changed.dispose();
    mutant.undo();
  }
  for (const { reduction, inputs, killed, seconds, limits } of suites) {
    const others = suites.filter((suite) => suite.reduction !== reduction);
    const alone = [...killed].filter((number) => others.every((suite) => !suite.killed.has(number))).length;
    console.log(
      `${name.padEnd(12)}${cell(mutants.length, 9)}  ${reduction.padEnd(15)}${cell(inputs.length, 8)}` +
        `${cell(killed.size, 8)}${cell(`${((100 * killed.size) / mutants.length).toFixed(1)}%`, 7)}` +
        `${cell(alone, 7)}${cell(seconds.toFixed(1), 9)} ${limits.join(' ')}`,
    );
  }
}

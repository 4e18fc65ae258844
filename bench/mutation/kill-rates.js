/**
 * Do fewer tests find fewer faults? Mutates the programs of bench/programs and counts which mutants the tests of each
 * reduction kill: those on which some test ends, prints or returns differently than on the original.
 *
 *   npm run bench:mutation -- [PROGRAM...] [--mutants 250] [--reduce NAME]... [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf, spread } from './mutants.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: 'string', default: '250' },
    reduce: { type: 'string', multiple: true, default: ['none', 'dependence', 'postcondition', 'output'] },
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    seconds: { type: 'string', default: '300' },
    json: { type: 'string' },
  },
});
const from = (path) => import(`${values.dist}/${path}`);
const { loadProgram } = await from('frontend/load.js');
const { Exploration } = await from('explore/exploration.js');
const { DEFAULT_EXPLORATION } = await from('explore/options.js');
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

/** A machine to run inputs on: no question ever reaches the solver. */
async function machineFor(program, terms, maxSteps) {
  const solver = { procedure: { name: 'none', solve: () => ({ status: 'unknown' }), dispose() {} } };
  return Exploration.create(
    program,
    { ...DEFAULT_EXPLORATION, terms, solver, machine: { maxSteps } },
    () => {},
    passive,
  );
}

/** Zero is what an input that is not mentioned has. */
function keyOf(input) {
  const scalars = [...input.scalars].filter(([, value]) => value !== 0).map(([term, value]) => `${term.id}=${value}`);
  const arrays = [...input.arrays].map(([term, bytes]) => `${term.id}=${bytes.join()}`.replace(/(,0)+$/, ''));
  return [...scalars, ...arrays].sort().join(' ');
}

/**
 * The inputs of all suites, each once, with the suites it belongs to. Those of many suites come first: a mutant is done
 * with as soon as every suite has killed it.
 */
function together(suites) {
  const byKey = new Map();
  suites.forEach((suite, number) => {
    for (const input of suite.inputs) {
      const key = keyOf(input);
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, { input, suites: new Set([number]), expected: '' });
      else known.suites.add(number);
    }
  });
  return [...byKey.values()].sort((a, b) => b.suites.size - a.suites.size);
}

/** The numbers of the suites that kill a mutant. */
function killers(changed, tests, suiteCount) {
  const killing = new Set();
  for (const test of tests) {
    if (killing.size === suiteCount) break;
    const open = [...test.suites].filter((number) => !killing.has(number));
    if (open.length > 0 && observe(changed, test.input).text !== test.expected)
      for (const each of open) killing.add(each);
  }
  return killing;
}

/** Per kind of mutant: how many there are, and how many of them are killed. */
function byKind(mutants, killed) {
  const kinds = {};
  for (const [number, { kind }] of mutants.entries()) {
    kinds[kind] ??= { mutants: 0, killed: 0 };
    kinds[kind].mutants++;
    if (killed.has(number)) kinds[kind].killed++;
  }
  return kinds;
}

const cell = (text, width) => String(text).padStart(width);
const rows = [];
console.log('program       mutants  reduction         tests  killed   rate  alone');
for (const name of positionals.length > 0 ? positionals : Object.keys(PROGRAMS)) {
  const program = await loadProgram([`${name}.c`], { directory, defines: PROGRAMS[name] ?? [] });
  const terms = new Terms();
  const suites = [];
  for (const reduction of values.reduce) suites.push({ reduction, ...(await suiteOf(program, reduction, terms)) });
  const tests = together(suites);
  const original = await machineFor(program, terms, 100_000_000);
  let longest = 0;
  for (const test of tests) {
    const { text, steps } = observe(original, test.input);
    test.expected = text;
    longest = Math.max(longest, steps);
  }
  const mutants = spread(mutantsOf(program), Number(values.mutants));
  const killed = suites.map(() => new Set());
  for (const [number, mutant] of mutants.entries()) {
    mutant.apply();
    const changed = await machineFor(program, terms, 10 * longest + 10_000);
    for (const suite of killers(changed, tests, suites.length)) killed[suite].add(number);
    mutant.undo();
  }
  suites.forEach(({ reduction, inputs, limits }, suite) => {
    const others = killed.filter((_, other) => other !== suite);
    const alone = [...killed[suite]].filter((number) => others.every((each) => !each.has(number))).length;
    const count = killed[suite].size;
    const tally = { tests: inputs.length, killed: count, alone };
    rows.push({
      program: name,
      mutants: mutants.length,
      reduction,
      ...tally,
      kinds: byKind(mutants, killed[suite]),
      limits,
    });
    console.log(
      `${name.padEnd(12)}${cell(mutants.length, 9)}  ${reduction.padEnd(15)}${cell(inputs.length, 8)}${cell(count, 8)}` +
        `${cell(`${((100 * count) / mutants.length).toFixed(1)}%`, 7)}${cell(alone, 7)} ${limits.join(' ')}`,
    );
  });
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows));

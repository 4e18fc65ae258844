/**
 * What the reductions save on the programs of bench/programs: paths, instructions, solver queries and seconds against
 * the exhaustive search, and for `postcondition` the share of time that goes into summaries and checks.
 *
 *   npm run build && npm run bench:reduce -- [NAME[:SWITCH=VALUE,...]...] [--only PROGRAM] [--define NAME=VALUE] [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    define: { type: 'string', multiple: true },
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    seconds: { type: 'string', default: '120' },
    details: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});
const from = (path) => import(`${values.dist}/${path}`);
const { loadProgram } = await from('frontend/load.js');
const { Exploration } = await from('explore/exploration.js');
const { DEFAULT_EXPLORATION } = await from('explore/options.js');
const { NO_LIMITS } = await from('explore/forking.js');
const { reductionOf, DEFAULT_REDUCTION_OPTIONS } = await from('reduce/registry.js');
const { readSwitches } = await from('reduce/switches.js');

/** With inputs so large that the exhaustive search takes about a second: below, compiling our own code is what is measured. */
const PROGRAMS = {
  tokenizer: [],
  expression: [],
  packet: ['SIZE=10'],
  scheduler: ['TASKS=4'],
  date: [],
  connection: ['EVENTS=5'],
};
const directory = fileURLToPath(new URL('../programs', import.meta.url));
const names = ['none', ...(positionals.length > 0 ? positionals : ['postcondition'])];

async function explore(program, name) {
  const faults = new Set();
  const [reduction, ...switches] = name.split(/[:,]/);
  const switched = readSwitches(switches, reductionOf(reduction).switches, reduction);
  const strategy = reductionOf(reduction).strategy(program, { ...DEFAULT_REDUCTION_OPTIONS, switched });
  const listener = ({ outcome: { ending } }) => {
    const { kind, instruction } = ending;
    if (!['exit', 'pruned', 'limit', 'unmodelled'].includes(kind)) faults.add(`${kind}@${instruction?.id}`);
  };
  const limits = { ...NO_LIMITS, maxTimeMs: Number(values.seconds) * 1000 };
  const exploration = await Exploration.create(program, { ...DEFAULT_EXPLORATION, limits }, listener, strategy);
  // Processor time: what else the machine does must not count.
  const began = process.cpuUsage();
  const start = performance.now();
  exploration.run();
  const elapsed = performance.now() - start;
  const { user, system } = process.cpuUsage(began);
  const seconds = (user + system) / 1e6;
  const { counts, machine, solver, limits: hit } = exploration;
  const paths = counts.completed + counts.faulty + counts.pruned + counts.unfinished;
  const { statistics } = strategy;
  const row = {
    name,
    paths,
    pruned: counts.pruned,
    faults: faults.size,
    instructions: machine.instructions,
    queries: solver.statistics.queries,
    seconds,
    // Shares of the time on the clock, which the strategy goes by.
    summaries: (statistics?.summaryMs ?? 0) / elapsed,
    checks: (statistics?.checkMs ?? 0) / elapsed,
    limit: [...hit].join(' '),
    statistics,
    dropped: strategy.backward?.dropped,
  };
  exploration.dispose();
  return row;
}

const percent = (share) => `${(100 * share).toFixed(0)}%`;
const cell = (value, width) => String(value).padStart(width);
console.log(
  'program     reduction        paths  pruned faults  instructions  queries  seconds  summaries  checks   time',
);
const rows = [];
for (const program of values.only ?? Object.keys(PROGRAMS)) {
  const file = `${basename(program, '.c')}.c`;
  const compiled = await loadProgram([file], { directory, defines: values.define ?? PROGRAMS[program] ?? [] });
  // Interleaved, and the fastest round of each: the first also compiles our own code.
  const best = new Map();
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const name of names) {
      const row = await explore(compiled, name);
      if (row.seconds < (best.get(name)?.seconds ?? Number.POSITIVE_INFINITY)) best.set(name, row);
    }
  }
  const exhaustive = best.get('none').seconds;
  for (const [name, row] of best) {
    const { statistics: _, dropped: __, name: reduction, ...figures } = row;
    rows.push({ program, reduction, ...figures });
    if (values.details && row.statistics !== undefined) console.log(row.statistics, row.dropped);
    console.log(
      `${program.padEnd(12)}${name.padEnd(15)} ${cell(row.paths, 7)}${cell(row.pruned, 8)}${cell(row.faults, 7)}` +
        `${cell(row.instructions, 14)}${cell(row.queries, 9)}${cell(row.seconds.toFixed(2), 9)}` +
        `${cell(percent(row.summaries), 11)}${cell(percent(row.checks), 8)}` +
        `${cell(`${(row.seconds / exhaustive).toFixed(2)}x`, 7)} ${row.limit}`,
    );
  }
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows));

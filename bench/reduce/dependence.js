/**
 * Dependence guided exploration in three orders against the exhaustive search: paths, infeasible questions, conditions per
 * question, and where the time goes (the dependence analysis apart).
 *
 *   npm run bench:dependence -- [PROGRAM...] [--seconds 120]
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    define: { type: 'string', multiple: true, default: [] },
    seconds: { type: 'string', default: '120' },
  },
});
const from = (path) => import(`${values.dist}/${path}`);
const { loadProgram } = await from('frontend/load.js');
const { Exploration, DEFAULT_EXPLORATION, ForkingSearch } = await from('explore/exploration.js');
const { NO_LIMITS } = await from('explore/forking.js');
const { DependenceReduction } = await from('reduce/dependence/strategy.js');

const PROGRAMS = ['tokenizer', 'expression', 'packet', 'scheduler', 'date', 'connection'];
const directory = fileURLToPath(new URL('../programs', import.meta.url));

/** Processor time in milliseconds: on a busy machine the clock on the wall says little. The solver's own time is wall time. */
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
const surroundings = { ...DEFAULT_EXPLORATION.surroundings, now };

async function explore(program, search, strategy) {
  const faults = new Set();
  const limits = { ...NO_LIMITS, maxTimeMs: Number(values.seconds) * 1000 };
  const exploration = await Exploration.create(
    program,
    { ...DEFAULT_EXPLORATION, search, limits, surroundings },
    ({ outcome: { ending } }) => {
      if (!['exit', 'limit', 'unmodelled'].includes(ending.kind))
        faults.add(`${ending.kind}@${ending.instruction?.id}`);
    },
    strategy,
  );
  const began = now();
  exploration.run();
  const seconds = (now() - began) / 1000;
  const { counts, solver } = exploration;
  exploration.dispose();
  const { statistics } = strategy;
  return [
    counts.completed + counts.faulty,
    faults.size,
    statistics?.tasks ?? '',
    counts.infeasible,
    solver.statistics.queries,
    statistics === undefined ? '' : (statistics.conditions / Math.max(1, statistics.queries)).toFixed(1),
    seconds.toFixed(1),
    statistics === undefined ? '' : (statistics.analysisMs / 1000).toFixed(1),
    solver.statistics.seconds.toFixed(1),
    [...exploration.limits].join(' '),
  ];
}

const HEADINGS = [
  'paths',
  'faults',
  'tasks',
  'infeasible',
  'queries',
  'conditions',
  'seconds',
  'analysis',
  'solver',
  '',
];
const line = (label, order, cells) =>
  console.log(label.padEnd(12) + order.padEnd(19) + cells.map((each) => String(each).padStart(11)).join(''));
line('program', 'search', HEADINGS);
for (const name of positionals.length > 0 ? positionals : PROGRAMS) {
  const program = await loadProgram([`${name}.c`], { directory, defines: values.define });
  line(name, 'exhaustive', await explore(program, 'dfs', new ForkingSearch()));
  for (const search of ['dfs', 'bfs', 'random']) {
    line(name, `dependence ${search}`, await explore(program, search, new DependenceReduction(program)));
  }
}

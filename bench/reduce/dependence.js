/**
 * Dependence guided exploration in three orders against the exhaustive search: paths, infeasible questions, conditions per
 * question, and where the time goes (the dependence analysis apart).
 *
 *   npm run bench:dependence -- [PROGRAM[:NAME=VALUE]...] [--seconds 120] [--order dfs|bfs|random]... [--json FILE]
 *
 * PROGRAM is a file of bench/programs without its ending, or `schedule`, the scheduler of the study. Symbols after `:` are its own.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    define: { type: 'string', multiple: true, default: [] },
    seconds: { type: 'string', default: '120' },
    order: { type: 'string', multiple: true, default: ['dfs', 'bfs', 'random'] },
    json: { type: 'string' },
  },
});
const from = (path) => import(`${values.dist}/${path}`);
const { loadProgram } = await from('frontend/load.js');
const { Exploration } = await from('explore/exploration.js');
const { DEFAULT_EXPLORATION } = await from('explore/options.js');
const { ForkingSearch } = await from('explore/forking-search.js');
const { NO_LIMITS } = await from('explore/forking.js');
const { DependenceReduction } = await from('reduce/dependence/strategy.js');

const PROGRAMS = ['tokenizer', 'expression', 'packet', 'scheduler', 'date', 'connection'];
const directory = fileURLToPath(new URL('..', import.meta.url));
const ELSEWHERE = { schedule: 'study/subjects/schedule/harness.c' };

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
      if (!['exit', 'pruned', 'limit', 'unmodelled'].includes(ending.kind))
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
  return {
    paths: counts.completed + counts.faulty,
    faults: faults.size,
    tasks: statistics?.tasks ?? null,
    infeasible: counts.infeasible,
    queries: solver.statistics.queries,
    unsat: solver.statistics.unsat,
    conditions: statistics === undefined ? null : statistics.conditions / Math.max(1, statistics.queries),
    seconds,
    analysis: statistics === undefined ? null : statistics.analysisMs / 1000,
    solver: solver.statistics.seconds,
    limits: [...exploration.limits],
  };
}

function cellsOf({ paths, faults, tasks, infeasible, queries, conditions, seconds, analysis, solver, limits }) {
  const tenths = (value) => value?.toFixed(1) ?? '';
  const times = [seconds, analysis, solver].map(tenths);
  return [paths, faults, tasks ?? '', infeasible, queries, tenths(conditions), ...times, limits.join(' ')];
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
  console.log(label.padEnd(20) + order.padEnd(19) + cells.map((each) => String(each).padStart(11)).join(''));
line('program', 'search', HEADINGS);
const rows = [];
for (const label of positionals.length > 0 ? positionals : PROGRAMS) {
  const [name, ...symbols] = label.split(/[:,]/);
  const file = ELSEWHERE[name] ?? join('programs', `${name}.c`);
  const program = await loadProgram([file], { directory, defines: [...values.define, ...symbols] });
  const note = (order, result) => {
    line(label, order, cellsOf(result));
    rows.push({ program: label, order, ...result });
  };
  note('exhaustive', await explore(program, 'dfs', new ForkingSearch()));
  for (const search of values.order) {
    note(`dependence ${search}`, await explore(program, search, new DependenceReduction(program)));
  }
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows));

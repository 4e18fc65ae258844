// The exhaustive search with the coverage searcher against `--reduce revisit`, as `cover` has it, and `--reduce relevance`, as it is
// and comparing values as published:
// npm run bench:cover [PROGRAM...]. Prints, per program, processor time and instructions until each reached the coverage
// that all reach, and writes coverage over time as CSV (coverage-over-time.csv in the current folder) where the exhaustive
// search does not end within SECONDS (60). Short runs are repeated in turns, and the quickest of each counts: the first ones
// also pay for compiling this program and for loading the solver.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Exploration } from '../../dist/explore/exploration.js';
import { NO_LIMITS } from '../../dist/explore/forking.js';
import { loadProgram } from '../../dist/frontend/load.js';
import { coveringReduction, DEFAULT_REDUCTION_OPTIONS } from '../../dist/reduce/registry.js';
import { PROGRAMS } from './programs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const seconds = Number(process.env.SECONDS ?? 60);
const ROUNDS = 5;
/** A strategy is given no more turns once its runs took as long together. */
const ENOUGH_SECONDS = 10;
const STRATEGIES = {
  none: covering('none'),
  revisit: covering('revisit'),
  relevance: covering('relevance'),
  'relevance as published': covering('relevance', { comparesValues: true }),
};

/** As `cover` runs it. */
function covering(name, switched = {}) {
  return (program) => coveringReduction(name).strategy(program, { ...DEFAULT_REDUCTION_OPTIONS, switched });
}

/** Processor seconds since the start: other programs on the machine do not count. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function run(program, makeStrategy) {
  const began = cpuSeconds();
  const strategy = makeStrategy(program);
  const steps = [];
  let exploration = null;
  const note = () => {
    const goals = strategy.coverage.reached.size;
    if (goals === (steps.at(-1)?.goals ?? 0)) return;
    steps.push({ goals, seconds: cpuSeconds() - began, instructions: exploration.machine.instructions });
  };
  exploration = await Exploration.create(
    program,
    { search: 'coverage', limits: { ...NO_LIMITS, maxTimeMs: seconds * 1000 } },
    note,
    strategy,
  );
  exploration.run();
  note();
  const { counts, limits, machine } = exploration;
  exploration.dispose();
  return {
    steps,
    counts,
    ended: limits.size === 0,
    seconds: cpuSeconds() - began,
    gaveUp: strategy.hasGivenUp ?? false,
    instructions: machine.instructions,
  };
}

async function quickestRuns(program) {
  const best = new Map();
  const spent = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [reduction, make] of Object.entries(STRATEGIES)) {
      const before = spent.get(reduction) ?? 0;
      if (before > ENOUGH_SECONDS) continue;
      const result = { reduction, ...(await run(program, make)) };
      spent.set(reduction, before + result.seconds);
      if (!(best.get(reduction)?.seconds <= result.seconds)) best.set(reduction, result);
    }
  }
  return [...best.values()];
}

const names = process.argv.length > 2 ? process.argv.slice(2) : PROGRAMS;
const series = ['program,reduction,seconds,instructions,goals'];
console.log(
  'program,reduction,ended,gave up,goals,seconds,instructions,paths,cut,seconds to common coverage,instructions to common coverage',
);
for (const name of names) {
  const program = await loadProgram([resolve(ROOT, 'bench', 'programs', `${name}.c`)]);
  const runs = await quickestRuns(program);
  const common = Math.min(...runs.map(({ steps }) => steps.at(-1)?.goals ?? 0));
  for (const { reduction, steps, counts, ended, gaveUp, seconds: total, instructions } of runs) {
    const at = steps.find(({ goals }) => goals >= common);
    const paths = counts.completed + counts.faulty;
    console.log(
      [
        name,
        reduction,
        ended,
        gaveUp,
        steps.at(-1)?.goals,
        total.toFixed(2),
        instructions,
        paths,
        counts.pruned,
        at?.seconds.toFixed(2),
        at?.instructions,
      ].join(','),
    );
    if (!runs[0].ended)
      for (const step of steps)
        series.push([name, reduction, step.seconds.toFixed(3), step.instructions, step.goals].join(','));
  }
}
if (series.length > 1) writeFileSync('coverage-over-time.csv', `${series.join('\n')}\n`);

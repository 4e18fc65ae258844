/**
 * The fewest tests that reach what a search for coverage has reached. What each of its tests reaches is found by running its input to the
 * end; further paths to choose from come from a second search (`PathPool`), limited to a small part of what the first one took: a suite
 * that is smaller by a test or two must not cost as much as finding it. A test that shows a fault stays.
 */
import { setImmediate } from 'node:timers/promises';
import { BitSet } from '../../analysis/bit-set.ts';
import type { CoverageGoal } from '../../explore/coverage-goal.ts';
import { Exploration } from '../../explore/exploration.ts';
import { type FewestSets, fewestSets } from '../../explore/fewest-sets.ts';
import { PathPool, type PooledPath, WholeTrails } from '../../explore/path-pool.ts';
import { WholeRuns } from '../../explore/whole-runs.ts';
import type { SuiteChoice } from '../../suite/summary.ts';
import { type TestCase, testName } from '../../suite/test-case.ts';
import { modelOf, startOfTest } from '../../suite/test-model.ts';
import type { Invocation } from '../options/parse.ts';
import { type EndedRun, openSolvers } from './explored-run.ts';

/** Of what the first search took, what the second one may take. */
const SHARE_OF_SECOND_SEARCH = 0.05;
/** What it may take in any case. */
const FEWEST_INSTRUCTIONS = 200_000;
const FEWEST_QUERIES = 200;
const MOST_POOLED_PATHS = 500;

/** Null where nothing can be said: a test could not be followed to what it reached. */
export async function chooseFewestTests(
  run: EndedRun,
  coverage: CoverageGoal,
  invocation: Invocation,
): Promise<SuiteChoice | null> {
  const { exploration, log } = run;
  // Several may have explored: what counts is what is in the journal, whichever worker found it.
  const found = [...log.tests];
  const tests = found.length;
  const own = tests === 0 ? null : reachedByTests(found, run, coverage);
  if (own === null) return null;
  const shown = new Set(log.faults.map(({ test }) => test));
  const forced = found.flatMap((test, i) => (shown.has(testName(test.number)) ? [i] : []));
  const alone = fewestSets(own, coverage.reached, forced);
  const isLeast = alone.chosen.length <= Math.max(1, forced.length);
  const { paths, everyPath } = isLeast ? { paths: [], everyPath: true } : await pool(run, coverage, invocation);
  const all = [...own, ...paths.map(({ reached }) => reached)];
  const best = isLeast ? alone : smaller(alone, fewestSets(all, coverage.reached, forced));
  const kept = new Set(best.chosen.flatMap((i) => (i < tests ? [found[i].number] : [])));
  for (const index of best.chosen) {
    if (index < tests) continue;
    const { outcome } = paths[index - tests];
    const model = exploration.solver.model(outcome.condition);
    const test = model === null ? null : log.add({ outcome, model, repeated: false, claim: outcome.condition });
    if (test === null) return null;
    kept.add(test.number);
  }
  if (kept.size < log.tests.length) log.keepOnly(kept);
  const isComplete = everyPath && exploration.verdict === 'complete';
  return { found: tests, candidates: all.length, atLeast: best.atLeast, everyPath: isComplete };
}

function reachedByTests(
  tests: readonly TestCase[],
  { session, exploration, options }: EndedRun,
  coverage: CoverageGoal,
): BitSet[] | null {
  const { terms, machine } = exploration;
  let reached = new BitSet();
  const trails = new WholeTrails(coverage.goals, (goals) => {
    reached = goals;
  });
  const runs = new WholeRuns(session.program, terms, options.environment, options.machine, trails, exploration);
  const all = new BitSet();
  const result: BitSet[] = [];
  for (const test of tests) {
    // No path was longer than all of them together.
    const outcome = runs.run(modelOf(test, terms), startOfTest(test), machine.instructions, test.inputs.length);
    if (outcome === null) return null;
    result.push(reached);
    all.addAll(reached);
  }
  return all.includes(coverage.reached) ? result : null;
}

function smaller(first: FewestSets, second: FewestSets): FewestSets {
  // What is proved of more candidates holds for fewer.
  return second.chosen.length <= first.chosen.length ? second : { chosen: first.chosen, atLeast: second.atLeast };
}

async function pool(
  { session, exploration, options }: EndedRun,
  { goals }: CoverageGoal,
  invocation: Invocation,
): Promise<{ paths: readonly PooledPath[]; everyPath: boolean }> {
  const candidates = new PathPool(goals);
  const mostQueries = exploration.solver.statistics.queries * SHARE_OF_SECOND_SEARCH + FEWEST_QUERIES;
  const second: Exploration = await Exploration.create(
    session.program,
    {
      ...options,
      terms: exploration.terms,
      deadline: exploration.deadline.part(1),
      limits: {
        ...options.limits,
        maxPaths: Math.min(options.limits.maxPaths, MOST_POOLED_PATHS),
        maxInstructions: Math.ceil(exploration.machine.instructions * SHARE_OF_SECOND_SEARCH) + FEWEST_INSTRUCTIONS,
      },
      solver: { ...options.solver, ...(await openSolvers(invocation)) },
      surroundings: {
        ...options.surroundings,
        interrupted: () => options.surroundings.interrupted() || second.solver.statistics.queries > mostQueries,
        tick: () => {},
      },
    },
    () => {},
    candidates,
  );
  try {
    await second.runWithPauses(() => setImmediate());
    return { paths: candidates.paths, everyPath: second.verdict === 'complete' };
  } finally {
    second.dispose();
  }
}

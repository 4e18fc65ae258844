/**
 * Several explorations of one program that share its paths, one after the other in this thread: what `--workers` does, but with
 * every hand-over decided by a seed. A clock that runs with every look makes each of them pause all the time.
 *
 * With an even seed all work at the same time. With an odd one the others wait until the first has explored what it did not give away:
 * then they know all that it has learned, and as much as possible rests on that.
 */
import type { CoverageGoal } from '../../src/explore/coverage-goal.ts';
import { Exploration } from '../../src/explore/exploration.ts';
import type { ExplorationOptions } from '../../src/explore/options.ts';
import { noPaths } from '../../src/explore/path-counts.ts';
import { Random } from '../../src/explore/random.ts';
import type { SharedWork, Sharing } from '../../src/explore/sharing/sharing.ts';
import type { Strategy } from '../../src/explore/strategy.ts';
import type { Terms } from '../../src/expr/terms.ts';
import type { Program } from '../../src/program/program.ts';
import type { ReportedPath, RunRecord } from '../../src/reduce/properties/run.ts';
import { Deadline } from '../../src/solver/deadline.ts';

/** Of the pauses, the share in which a state is given away, and in which others are told what was learned. */
const GENEROSITY = 0.4;
const TALKATIVENESS = 0.5;

export async function recordTogether(
  name: string,
  program: Program,
  options: Partial<ExplorationOptions>,
  /** Null where each has its own. */
  terms: Terms | null,
  strategies: readonly Strategy[],
  seed: number,
): Promise<RunRecord & { readonly handedOver: number }> {
  const random = new Random(seed);
  const waits = seed % 2 === 1;
  const pool: SharedWork[] = [];
  const team: Exploration[] = [];
  const idle = new Set<number>();
  const paths: ReportedPath[] = [];
  const coverageOf = (strategy: Strategy) => (strategy as { coverage?: CoverageGoal | null }).coverage ?? null;
  let handedOver = 0;
  let tests = 0;
  for (const [number, strategy] of strategies.entries()) {
    let clock = 0;
    const sharing: Sharing = {
      startsAtStart: number === 0,
      hasOthers: true,
      next() {
        const takes = !waits || (number > 0 && idle.has(0));
        const work = takes ? pool.splice(random.below(pool.length), 1)[0] : undefined;
        if (work === undefined) {
          if (takes || number === 0) idle.add(number);
          return idle.size === strategies.length && pool.length === 0 ? null : 'later';
        }
        idle.delete(number);
        handedOver++;
        // Everything crosses threads as text.
        return JSON.parse(JSON.stringify(work)) as SharedWork;
      },
      limit: () => null,
      stop: () => [],
    };
    const surroundings = { now: () => (clock += 15), memoryMb: () => 0, interrupted: () => false };
    // Its own clock runs too fast for limits.
    const deadline = Deadline.after(options.limits?.maxTimeMs ?? Number.POSITIVE_INFINITY, () => performance.now());
    const own = { ...options, sharing, surroundings, deadline, ...(terms === null ? {} : { terms }) };
    const exploration = await Exploration.create(
      program,
      own,
      ({ outcome, model, repeated, claim }) => {
        if (model !== null && !repeated) tests++;
        paths.push({ outcome, input: model, claim });
        const goals = coverageOf(strategy)?.keeper.takeClaimed() ?? [];
        for (const other of strategies) if (other !== strategy) coverageOf(other)?.learn(goals);
      },
      strategy,
    );
    team.push(exploration);
  }
  try {
    await Promise.all(
      team.map((exploration) =>
        exploration.runWithPauses(async () => {
          if (random.fraction() < GENEROSITY) {
            const count = 1 + random.below(3);
            const prefixes = random.below(4) === 0 ? exploration.giveAway(count) : exploration.giveSome(count);
            for (const prefix of prefixes) pool.push({ prefix, leftOut: [] });
          }
          if (random.fraction() < TALKATIVENESS || idle.has(team.indexOf(exploration))) {
            const knowledge = exploration.strategy.takeKnowledge?.() ?? [];
            for (const other of team) if (other !== exploration) other.strategy.learn?.(structuredClone(knowledge));
          }
        }),
      ),
    );
    const counts = noPaths();
    for (const each of team) {
      for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] += each.counts[key];
    }
    return {
      name,
      paths,
      counts,
      limits: [...new Set(team.flatMap(({ limits }) => [...limits]))].sort(),
      complete: team.every(({ verdict }) => verdict === 'complete'),
      tests,
      instructions: team.reduce((sum, { machine }) => sum + machine.instructions, 0),
      queries: 0,
      seconds: 0,
      handedOver,
    };
  } finally {
    for (const each of team) each.dispose();
  }
}

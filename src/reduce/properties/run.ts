/** One exploration as the referee sees it: the paths it reported, what it cost, and whether it was complete. */
import { Exploration } from '../../explore/exploration.ts';
import type { ExplorationOptions } from '../../explore/options.ts';
import type { PathCounts } from '../../explore/path-counts.ts';
import type { Strategy } from '../../explore/strategy.ts';
import type { Model } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { Program } from '../../program/program.ts';
import type { PathCondition } from '../../solver/solver.ts';

export interface ReportedPath {
  readonly outcome: PathOutcome;
  /** Null for a fault seen before, or when the solver gave up. */
  readonly input: Model | null;
  /** The inputs the path speaks for. */
  readonly claim: PathCondition;
}

export interface RunRecord {
  readonly name: string;
  readonly paths: readonly ReportedPath[];
  readonly counts: Readonly<PathCounts>;
  /** Names of the limits that were hit. */
  readonly limits: readonly string[];
  /** Nothing was cut off: no limit, nothing unmodelled. */
  readonly complete: boolean;
  readonly tests: number;
  readonly instructions: number;
  readonly queries: number;
  readonly seconds: number;
}

/**
 * Explores the program with a strategy and keeps what it reports. Runs that are to be compared share `terms`. `pause`
 * lets signals and timers be served now and then; `inspect` sees the exploration before it is disposed.
 */
export async function recordRun(
  name: string,
  program: Program,
  options: Partial<ExplorationOptions>,
  terms: Terms,
  strategy: Strategy,
  pause: (() => Promise<void>) | null = null,
  inspect: (exploration: Exploration) => void = () => {},
): Promise<RunRecord> {
  const paths: ReportedPath[] = [];
  let tests = 0;
  const exploration = await Exploration.create(
    program,
    { ...options, terms },
    ({ outcome, model, repeated, claim }) => {
      if (model !== null && !repeated) tests++;
      paths.push({ outcome, input: model, claim });
    },
    strategy,
  );
  const { surroundings } = exploration.options;
  const began = surroundings.now();
  try {
    if (pause === null) exploration.run();
    else await exploration.runWithPauses(pause);
    const { counts, limits, machine, solver } = exploration;
    const seconds = (surroundings.now() - began) / 1000;
    inspect(exploration);
    return {
      name,
      paths,
      counts,
      limits: [...limits].sort(),
      complete: exploration.verdict === 'complete',
      tests,
      instructions: machine.instructions,
      queries: solver.statistics.queries,
      seconds,
    };
  } finally {
    exploration.dispose();
  }
}

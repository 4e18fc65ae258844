/**
 * The search for coverage: explores like the exhaustive search, but reports only paths that reach something no reported
 * path reached before, and stops as soon as everything that control may reach at all has been reached.
 *
 * When it ends without having hit a limit, what is left cannot be reached by any input.
 */

import type { Segment, Site } from '../machine/code.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import { SilentRecorder } from '../machine/silent-recorder.ts';
import type { State } from '../machine/state.ts';
import { TraceOf } from '../machine/trace-of.ts';
import type { Program, ProgramFunction } from '../program/program.ts';
import { CoverageGoal, UntilCovered } from './coverage-goal.ts';
import type { Exploration } from './exploration.ts';
import { ForkingSearch } from './forking-search.ts';
import { InBatches, PATHS_PER_BATCH } from './searchers/in-batches.ts';
import type { Searcher } from './searchers/searcher.ts';
import type { PathReport, Strategy } from './strategy.ts';
import { Trail, type TrailKeeper } from './trail.ts';

/** A strategy that pursues coverage, and what it found. */
export interface Covering extends Strategy {
  readonly coverage: CoverageGoal;
}

export class CoveringSearch implements Covering {
  readonly coverage: CoverageGoal;
  readonly recorder: TrailRecorder;
  private readonly forking = new ForkingSearch((searcher) => coveringOrder(searcher, this.coverage));

  constructor(program: Program, counts: (fn: ProgramFunction) => boolean = () => true) {
    this.coverage = new CoverageGoal(program, counts, trailOf);
    this.recorder = new TrailRecorder(this.coverage.keeper);
  }

  *explore(exploration: Exploration): Generator<void, void> {
    this.coverage.begin(exploration);
    yield* this.forking.explore(exploration);
  }

  forked(parent: State, child: State): void {
    this.forking.forked(parent, child);
  }

  ended(state: State, outcome: PathOutcome): PathReport {
    return this.coverage.ended(state, outcome);
  }
}

/**
 * The search order in batches of paths, until everything is covered. `preferring` is for strategies that know which states are
 * worth more.
 */
export function coveringOrder(
  searcher: Searcher,
  coverage: CoverageGoal,
  batch = PATHS_PER_BATCH,
  preferring: (searcher: Searcher) => Searcher = (same) => same,
): Searcher {
  const inBatches = searcher.choosesAtForks ? new InBatches(searcher, batch) : searcher;
  return new UntilCovered(preferring(inBatches), coverage);
}

const TRAILS = new TraceOf(Trail);

/** Where a search that keeps nothing else keeps the trail of a state. */
export function trailOf(state: State): Trail {
  return TRAILS.get(state, () => Trail.empty());
}

export class TrailRecorder extends SilentRecorder {
  constructor(private readonly keeper: TrailKeeper) {
    super();
  }

  override executed(state: State, segment: Segment): void {
    this.keeper.executed(state, segment);
  }
  override ended(state: State, site: Site | null): void {
    this.keeper.ended(state, site);
  }
  jumped(): void {}
}

/**
 * Paths to choose a small suite from. A search for coverage reports paths in the order in which it meets them, each for what it adds,
 * and stops when all is reached: another path may reach what two of them reach together. So paths are run once more without a goal, up to
 * a number that does not depend on the clock, and each keeps all that it reaches. Of paths that reach the same only the first counts.
 */
import type { BitSet } from '../analysis/bit-set.ts';
import type { Site } from '../machine/code.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { State } from '../machine/state.ts';
import { TrailRecorder, trailOf } from './covering.ts';
import type { Exploration } from './exploration.ts';
import { ForkingSearch } from './forking-search.ts';
import type { Goals } from './goals.ts';
import { KEPT_BACK, type PathReport, type Strategy } from './strategy.ts';
import { TrailKeeper } from './trail.ts';

export interface PooledPath {
  readonly outcome: PathOutcome;
  readonly reached: BitSet;
}

/** Hears of each path that ends, with all that it reached. */
export class WholeTrails extends TrailRecorder {
  constructor(
    goals: Goals,
    private readonly heard: (reached: BitSet) => void = () => {},
  ) {
    // Nothing is ever claimed in this keeper, so every path collects all of its goals.
    super(new TrailKeeper(goals, trailOf));
  }

  override ended(state: State, site: Site | null): void {
    super.ended(state, site);
    this.heard(trailOf(state).reached);
  }
}

export class PathPool implements Strategy {
  readonly recorder: WholeTrails;
  readonly paths: PooledPath[] = [];
  private readonly seen = new Set<string>();
  private readonly forking = new ForkingSearch();

  constructor(goals: Goals) {
    this.recorder = new WholeTrails(goals);
  }

  explore(exploration: Exploration): Generator<void, void> {
    return this.forking.explore(exploration);
  }

  forked(parent: State, child: State): void {
    this.forking.forked(parent, child);
  }

  /** Faults are shown by tests of their own, and a path that was stopped is not known to its end. */
  ended(state: State, outcome: PathOutcome): PathReport {
    if (outcome.ending.kind !== 'exit') return KEPT_BACK;
    const { reached } = trailOf(state);
    const key = reached.toArray().join();
    if (!this.seen.has(key)) this.paths.push({ outcome, reached });
    this.seen.add(key);
    return KEPT_BACK;
  }
}

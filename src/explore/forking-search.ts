import type { Recorder } from '../machine/recorder.ts';
import type { State } from '../machine/state.ts';
import type { Exploration } from './exploration.ts';
import { exploreForking } from './forking.ts';
import { makeSearcher } from './searchers/choose.ts';
import type { Searcher } from './searchers/searcher.ts';
import { OpenStates } from './sharing/open-states.ts';
import type { Strategy } from './strategy.ts';

/**
 * The exhaustive search: every feasible path. Strategies that search forward and leave some of it out hold one of these and
 * pass `explore` and `forked` on; `order` may change what the search order of the user gives out. Where it gave out nothing although
 * states are open, `explore` goes on with them when it is called again.
 */
export class ForkingSearch implements Strategy {
  readonly recorder: Recorder | null = null;
  private searcher: Searcher | null = null;
  /** States that wait because of a hard question. */
  private readonly postponed: State[] = [];

  constructor(
    private readonly order: (searcher: Searcher, exploration: Exploration) => Searcher = (searcher) => searcher,
  ) {}

  *explore(exploration: Exploration): Generator<void, void> {
    const { options, machine } = exploration;
    const { sharing } = options;
    const isBegun = this.searcher !== null;
    if (this.searcher === null) {
      const ordered = this.order(makeSearcher(options.search, machine, options.seed), exploration);
      if (sharing !== undefined) exploration.open = new OpenStates(ordered);
      this.searcher = exploration.open ?? ordered;
    }
    const start = isBegun || sharing?.startsAtStart === false ? [] : exploration.startStates();
    yield* exploreForking(
      machine,
      this.searcher,
      start,
      { states: this.postponed, policy: exploration.policy },
      options.limits,
      exploration.deadline,
      options.surroundings,
      () => exploration.pathsEnded,
      (limit) => {
        exploration.counts.unfinished++;
        exploration.limits.add(limit);
      },
      (state) => exploration.isFinished(state),
      sharing === undefined ? null : { sharing, take: (work) => exploration.take(work) },
    );
  }

  /** Whether nothing is left to explore; what an order keeps back is left. */
  get isDone(): boolean {
    return this.searcher !== null && this.searcher.size === 0 && this.postponed.length === 0;
  }

  forked(parent: State, child: State): void {
    this.searcher?.fork(parent, child);
  }
}

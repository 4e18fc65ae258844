/** Keeps every third path to itself. */
import type { Exploration } from '../../../src/explore/exploration.ts';
import { ForkingSearch } from '../../../src/explore/forking-search.ts';
import { KEPT_BACK, type PathReport, REPORTED, type Strategy } from '../../../src/explore/strategy.ts';
import type { State } from '../../../src/machine/state.ts';
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

class EveryThirdPathDropped implements Strategy {
  readonly recorder = null;
  private readonly forking = new ForkingSearch();
  private paths = 0;

  explore(exploration: Exploration): Generator<void, void> {
    return this.forking.explore(exploration);
  }

  forked(parent: State, child: State): void {
    this.forking.forked(parent, child);
  }

  ended(): PathReport {
    return ++this.paths % 3 === 0 ? KEPT_BACK : REPORTED;
  }
}

export const everyThirdPath: Reduction = { ...reductionOf('none'), strategy: () => new EveryThirdPathDropped() };

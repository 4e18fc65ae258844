/** Keeps every third path to itself. */
import { type Exploration, ForkingSearch } from '../../../src/explore/exploration.ts';
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

class EveryThirdPathDropped extends ForkingSearch {
  override *explore(exploration: Exploration): Generator<void, void> {
    const report = exploration.report.bind(exploration);
    let paths = 0;
    exploration.report = (...path) => {
      if (++paths % 3 !== 0) report(...path);
    };
    yield* super.explore(exploration);
  }
}

export const everyThirdPath: Reduction = { ...reductionOf('none'), strategy: () => new EveryThirdPathDropped() };

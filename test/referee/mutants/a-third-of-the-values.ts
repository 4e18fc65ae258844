/** Asks for the values of every third statement that the change affects. */
import { affectedValues } from '../../../src/reduce/change/composed.ts';
import { DependenceReduction } from '../../../src/reduce/dependence/strategy.ts';
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

export const aThirdOfTheValues: Reduction = {
  ...reductionOf('change,dependence'),
  strategy: (program, { change }) => {
    const wanted = new Set([...affectedValues(change!)].filter((_, i) => i % 3 === 0));
    return new DependenceReduction(program, { wanted });
  },
};

/** Asks for the values of every other statement that the change affects. */
import { affectedValues } from '../../../src/reduce/change/composed.ts';
import { DependenceReduction } from '../../../src/reduce/dependence/strategy.ts';
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

export const halfTheAffectedValues: Reduction = {
  ...reductionOf('change,dependence'),
  strategy: (program, { change }) => {
    const wanted = new Set([...affectedValues(change!)].filter((_, i) => i % 2 === 0));
    return new DependenceReduction(program, { wanted });
  },
};

/** Directs the search at every other statement that the change affects. */
import { changeReduction } from '../../../src/reduce/change/strategy.ts';
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

export const halfTheChange: Reduction = {
  ...reductionOf('change'),
  strategy: (_, { change }) => {
    const ids = new Set([...change!.ids].filter((_, i) => i % 2 === 0));
    return changeReduction({ ...change!, ids });
  },
};

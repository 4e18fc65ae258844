/** Exploring by dependence as if two decisions never met at a later statement. */
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

export const noInteraction: Reduction = {
  ...reductionOf('dependence'),
  strategy: (program, options) =>
    reductionOf('dependence').strategy(program, { ...options, switched: { interactive: false } }),
};

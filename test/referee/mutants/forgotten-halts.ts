/** Exploring by output as if nothing before an output could have ended the program. */
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

export const forgottenHalts: Reduction = {
  ...reductionOf('output'),
  strategy: (program, options) => reductionOf('output').strategy(program, { ...options, switched: { ends: false } }),
};

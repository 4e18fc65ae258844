/** Exploring by output as if nothing before an output could have ended the program. */
import { OutputReduction } from '../../../src/reduce/output/strategy.ts';
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

export const forgottenHalts: Reduction = {
  ...reductionOf('output'),
  strategy: (program, { outputs }) => new OutputReduction(program, { selection: outputs, ends: false }),
};

/** Looks for redundant states as if only the code of main were to be covered. */
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

export const onlyMain: Reduction = {
  ...reductionOf('relevance'),
  strategy: (program, options) =>
    reductionOf('relevance').strategy(program, {
      ...options,
      switched: { patience: 0 },
      counts: ({ name }) => name.includes('main'),
    }),
};

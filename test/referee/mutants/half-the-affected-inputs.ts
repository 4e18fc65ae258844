/** Looks for outputs only of inputs that run every other statement that the change affects. */
import { ChangedOutputs } from '../../../src/reduce/change/composed.ts';
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

export const halfTheAffectedInputs: Reduction = {
  ...reductionOf('change,output'),
  strategy: (program, { change, outputs }) => {
    const ids = new Set([...change!.ids].filter((_, i) => i % 2 === 0));
    return new ChangedOutputs(program, { ...change!, ids }, { selection: outputs });
  },
};

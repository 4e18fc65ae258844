/** Looks for outputs only of inputs that run every third statement that the change affects. */
import { ChangedOutputs } from '../../../src/reduce/change/composed.ts';
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

export const aThirdOfTheInputs: Reduction = {
  ...reductionOf('change,output'),
  strategy: (program, { change, outputs }) => {
    const ids = new Set([...change!.ids].filter((_, i) => i % 3 === 0));
    return new ChangedOutputs(program, { ...change!, ids }, { selection: outputs });
  },
};

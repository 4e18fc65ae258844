/** Exploring by output, blind to what the side not taken would have written. */
import { OutputReduction } from '../../../src/reduce/output/strategy.ts';
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';
import { TraceFacts } from '../../../src/trace/facts.ts';

class OnlyWhatHappened extends TraceFacts {
  override mayWrite(): boolean {
    return false;
  }
  override otherSideMayCall(): boolean {
    return false;
  }
  override mayWriteGlobal(): boolean {
    return false;
  }
  override decidesPhi(): boolean {
    return false;
  }
}

export const noPotentialDependence: Reduction = {
  ...reductionOf('output'),
  strategy: (program, { outputs }) =>
    new OutputReduction(program, { selection: outputs, facts: (each) => new OnlyWhatHappened(each, true) }),
};

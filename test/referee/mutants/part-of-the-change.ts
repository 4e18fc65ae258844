/** Directs the search at a part of what the change affects. */
import type { AffectedStatements } from '../../../src/reduce/change/affected.ts';
import { type Reduction, reductionOf } from '../../../src/reduce/registry.ts';

type Keeps = (change: AffectedStatements) => AffectedStatements;

function only(name: 'change' | 'change,dependence' | 'change,output', keeps: Keeps): Reduction {
  const reduction = reductionOf(name);
  return {
    ...reduction,
    strategy: (program, options) => reduction.strategy(program, { ...options, change: keeps(options.change!) }),
  };
}

const half: Keeps = (change) => ({ ...change, ids: new Set([...change.ids].filter((_, i) => i % 2 === 0)) });
const branches: Keeps = (change) => ({
  ...change,
  writes: new Set(),
  ids: new Set([...change.branches].map(({ id }) => id)),
});
const nothing: Keeps = (change) => ({ ...change, branches: new Set(), writes: new Set(), ids: new Set() });

export const halfTheChange = only('change', half);
export const branchesOfTheChange = only('change', branches);
export const valuesOfBranches = only('change,dependence', branches);
export const noValues = only('change,dependence', nothing);
export const outputsOfBranches = only('change,output', branches);
export const noOutputs = only('change,output', nothing);

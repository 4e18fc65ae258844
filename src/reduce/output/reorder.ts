/**
 * The reorder procedure (algorithm 1 of the symbolic-output paper): sorts the branch conditions of a relevant slice so
 * that each comes after those its branch depends on, quick-sort fashion with the last branch as pivot. Then negating a
 * condition behind its prefix leads to an input whose own reordered condition has that prefix, which is what makes the
 * search complete (lemma 3.13). Without it, negating may lead back to a known condition and miss others (table I).
 *
 * The paper computes one slice per branch; here one forward pass over the trace gives, for every decision, the set of
 * decisions in its relevant slice (dependence/decision-sequences.ts).
 */
import type { BitSet } from '../../analysis/bit-set.ts';

/** `decisions` are positions in `trace.decisions`, ascending; `slices` the positions in the slice of each. */
export function reorder(decisions: readonly number[], slices: readonly BitSet[]): number[] {
  if (decisions.length <= 1) return [...decisions];
  const pivot = decisions[decisions.length - 1];
  const before: number[] = [];
  const after: number[] = [];
  for (const each of decisions.slice(0, -1)) (slices[pivot].has(each) ? before : after).push(each);
  return [...reorder(before, slices), pivot, ...reorder(after, slices)];
}

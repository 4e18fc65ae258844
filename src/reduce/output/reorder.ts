/**
 * The reorder procedure (algorithm 1 of the symbolic-output paper): sorts the branch conditions of a relevant slice so
 * that each comes after those its branch depends on, quick-sort fashion with the last branch as pivot. Then negating a
 * condition after its prefix leads to an input whose own reordered condition has that prefix, which is what makes the
 * search complete (lemma 3.13). Without it, negating may lead back to a known condition and miss others (table I).
 *
 * The paper computes one slice per branch; here one forward pass over the trace gives, for every decision, the set of
 * decisions in its relevant slice (dependence/decision-sequences.ts).
 */
import type { BitSet } from '../../analysis/bit-set.ts';

/**
 * `decisions` are positions in `trace.decisions`, ascending; `slices` the positions in the slice of each. Not recursive:
 * a long loop makes thousands of conditions that each depend on the one before.
 */
export function reorder(decisions: readonly number[], slices: readonly BitSet[]): number[] {
  const result: number[] = [];
  /** What is still to be written, next last: positions, and lists yet to be sorted. */
  const open: (number | readonly number[])[] = [decisions];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'number') {
      result.push(next);
      continue;
    }
    if (next.length === 0) continue;
    const pivot = next[next.length - 1];
    const before: number[] = [];
    const after: number[] = [];
    for (let i = 0; i < next.length - 1; i++) (slices[pivot].has(next[i]) ? before : after).push(next[i]);
    open.push(after, pivot, before);
  }
  return result;
}

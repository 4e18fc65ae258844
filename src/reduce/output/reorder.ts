/**
 * The reorder procedure (algorithm 1 of the symbolic-output paper): sorts the branch conditions of a relevant slice so
 * that each comes after those its branch depends on, quick-sort fashion with the last branch as pivot. Then negating a
 * condition behind its prefix leads to an input whose own reordered condition has that prefix, which is what makes the
 * search complete (lemma 3.13). Without it, negating may lead back to a known condition and miss others (table I).
 *
 * The paper computes one slice per branch; here one forward pass over the trace gives, for every decision, the set of
 * decisions in its relevant slice.
 */
import { BitSet } from '../../analysis/bit-set.ts';
import type { Trace } from '../../trace/trace.ts';

/** For each decision of the trace (by position in `trace.decisions`), the decisions in its relevant slice, itself included. */
export function decisionSlices(trace: Trace): BitSet[] {
  const place = new Map(trace.decisions.map((node, i) => [node.index, i]));
  // Nodes share the set of their only dependence where they add nothing: most do.
  const sets: (BitSet | null)[] = new Array(trace.nodes.length).fill(null);
  for (const node of trace.nodes) {
    let set: BitSet | null = null;
    let own = false;
    const include = (from: number) => {
      const other = sets[from];
      if (other === null || other === set) return;
      if (set === null) set = other;
      else {
        if (!own) set = (set as BitSet).copy();
        own = true;
        set.addAll(other);
      }
    };
    node.data.forEach(include);
    node.choice.forEach(include);
    node.potential.forEach(include);
    if (node.control >= 0) include(node.control);
    if (node.halt >= 0) include(node.halt);
    const decision = place.get(node.index);
    if (decision !== undefined) {
      set = set === null ? new BitSet() : own ? set : (set as BitSet).copy();
      (set as BitSet).add(decision);
    }
    sets[node.index] = set;
  }
  return trace.decisions.map((node) => sets[node.index]!);
}

/** `decisions` are positions in `trace.decisions`, ascending. */
export function reorder(decisions: readonly number[], slices: readonly BitSet[]): number[] {
  if (decisions.length <= 1) return [...decisions];
  const pivot = decisions[decisions.length - 1];
  const before: number[] = [];
  const after: number[] = [];
  for (const each of decisions.slice(0, -1)) (slices[pivot].has(each) ? before : after).push(each);
  return [...reorder(before, slices), pivot, ...reorder(after, slices)];
}

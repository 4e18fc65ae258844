import type { Term } from '../../expr/term.ts';
import type { CheckResult } from '../procedure.ts';

/**
 * One layer of the chain below slicing: decides a conjunction, by itself or by asking the next layer. Constraints are
 * sorted by id and have no repetitions.
 */
export interface ConjunctionLayer {
  check(constraints: readonly Term[]): CheckResult;
  /** The answer if it is known without deciding anything. */
  peek(constraints: readonly Term[]): CheckResult | null;
}

/** Puts constraints into the form layers expect. */
export function sorted(constraints: Iterable<Term>): Term[] {
  const list = [...constraints].sort((a, b) => a.id - b.id);
  let kept = 0;
  for (let i = 0; i < list.length; i++) if (i === 0 || list[i] !== list[kept - 1]) list[kept++] = list[i];
  list.length = kept;
  return list;
}

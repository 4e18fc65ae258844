/**
 * What instructions on integers mean as terms, where their operands are terms and nothing can go wrong any more. The machine
 * computes with it once its checks are done; reductions that speak of values before they are computed use it as it is.
 */
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { CastOperator, IntOperator, IntPredicate } from '../../program/operators.ts';

export function integerTerm(terms: Terms, operator: IntOperator, x: Term, y: Term): Term {
  return terms[operator](x, y);
}

export function comparisonTerm(terms: Terms, predicate: IntPredicate, x: Term, y: Term): Term {
  return terms[predicate](x, y);
}

/** Null for casts that are not among integers. */
export function castTerm(terms: Terms, operator: CastOperator, x: Term, width: number): Term | null {
  switch (operator) {
    case 'trunc':
      return terms.extract(x, 0, width);
    case 'zext':
      return terms.zext(x, width);
    case 'sext':
      return terms.sext(x, width);
    default:
      return null;
  }
}

/** Operators that have a result for all operands: the others may end the program first. */
const TOTAL: ReadonlySet<string> = new Set<IntOperator>(['add', 'sub', 'mul', 'and', 'or', 'xor']);

export function isTotal(operator: string): operator is IntOperator {
  return TOTAL.has(operator);
}

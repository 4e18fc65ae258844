import { Kind } from '../kinds.ts';
import { toSigned, wrap } from '../scalar.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { type Rule, rule } from './rule.ts';
import { baseOf, factorOf, isConstantTerm, isZero } from './shape.ts';
import { fits, isNonNegative, mayFit, type Span, spanOf, spanOfNumber, sumOfSpans } from './spans.ts';
import {
  byFactors,
  byIdentity,
  cancelled,
  differenceOf,
  hasScaledSum,
  haveCommon,
  isSum,
  type Parts,
  restored,
  withoutConstant,
  withoutNegative,
} from './sums.ts';

/** Comparisons between sums (see sums.ts): what both sides have is taken away from both. */

const linearEqualityRules: readonly Rule[] = [
  rule('eq-same-odd-factor', 'eq', 'x * k == y * k, k odd', 'x == y', (t, a, b) => {
    const x = baseOf(a);
    const y = baseOf(b);
    if (x === a || y === b) return null;
    const factor = factorOf(a);
    return (factor & 1n) === 1n && factor === factorOf(b) ? t.eq(x, y) : null;
  }),
  rule(
    'eq-cancel-summands',
    'eq',
    'x + y == x or x + y == x * k + z',
    'y == 0 or y == x * (k - 1) + z: each base once',
    (t, a, b) => {
      if ((!isSum(a) && !isSum(b)) || isConstantTerm(b)) return null;
      const x = withoutConstant(a);
      const y = withoutConstant(b);
      if (!haveCommon('base', x, y)) return null;
      const [left, right] = cancelled(x, y, byFactors(t)).map((parts) => restored(t, parts, a.width));
      return t.eq(x === a ? left! : t.add(left!, a.b!), y === b ? right! : t.add(right!, b.b!));
    },
  ),
  rule('eq-move-negative', 'eq', 'x + -y == z, z = 0 or no constant', 'x == z + y', (t, a, b) => {
    // x - y == k stays: a difference that is known to be a constant is put in place where it occurs again.
    if (isConstantTerm(b) && !isZero(b)) return null;
    const moved = isSum(a) ? withoutNegative(t, a) : null;
    if (moved !== null) return t.eq(moved.others, t.add(b, moved.negated));
    const other = isSum(b) ? withoutNegative(t, b) : null;
    return other === null ? null : t.eq(t.add(a, other.negated), other.others);
  }),
  rule(
    'eq-scaled-sum',
    'eq',
    '(x + y) * k == ..., at most one base left when the difference is taken apart',
    'x * k == constant, or decided',
    (t, a, b) => {
      if (!hasScaledSum(a) && !hasScaledSum(b)) return null;
      const difference = differenceOf(a, b);
      if (difference === null || difference.factors.size > 1) return null;
      const { width } = a;
      const constant = t.constant(width, wrap(-BigInt(difference.constant), width));
      for (const [base, factor] of difference.factors) return t.eq(t.mul(base, t.constant(width, factor)), constant);
      return t.bool(isZero(constant));
    },
    2,
  ),
];

/** A side of an order, its constant as a signed number apart. */
interface Side {
  readonly constant: bigint | null;
  readonly parts: Parts;
}

function sideOf(term: Term): Side {
  if (isConstantTerm(term)) return { constant: toSigned(term.value, term.width), parts: { rest: null, taken: [] } };
  const sum = withoutConstant(term);
  return { constant: sum === term ? null : toSigned(term.b!.value, term.width), parts: { rest: sum, taken: [] } };
}

function spanOfParts(t: Terms, parts: Parts, constant: bigint): Span {
  let total = spanOfNumber(Number(constant));
  for (const summand of parts.taken) total = sumOfSpans(total, spanOf(t, summand));
  return parts.rest === null ? total : sumOfSpans(total, spanOf(t, parts.rest));
}

/**
 * a < b where neither side leaves the signed numbers, with what they share or without: then it is about integers, which cancel.
 * Constants gather on a side that is nothing else, or where they are positive. Unsigned orders are the same where nothing
 * is negative.
 */
function cancelledOrder(t: Terms, a: Term, b: Term, isSigned: boolean): { left: Term; right: Term } | null {
  const x = sideOf(a);
  const y = sideOf(b);
  const isCommon = x.parts.rest !== null && y.parts.rest !== null && haveCommon('summand', x.parts.rest, y.parts.rest);
  if (!isCommon && (x.constant === null || y.constant === null)) return null;
  const { width } = a;
  const isInteger = (of: Span): boolean => fits(of, width) && (isSigned || isNonNegative(of));
  if (!isInteger(spanOf(t, a)) || !isInteger(spanOf(t, b))) return null;
  const [left, right] = isCommon ? cancelled(x.parts.rest!, y.parts.rest!, byIdentity) : [x.parts, y.parts];
  const difference = (y.constant ?? 0n) - (x.constant ?? 0n);
  const isLeft = isConstantTerm(a) || (!isConstantTerm(b) && difference < 0n);
  const onLeft = isLeft ? -difference : 0n;
  const onRight = isLeft ? 0n : difference;
  if (!isInteger(spanOfParts(t, left, onLeft)) || !isInteger(spanOfParts(t, right, onRight))) return null;
  return {
    left: t.add(restored(t, left, width), t.constant(width, wrap(onLeft, width))),
    right: t.add(restored(t, right, width), t.constant(width, wrap(onRight, width))),
  };
}

const linearOrderRules: readonly Rule[] = [
  rule(
    'order-cancel-summands',
    ['ult', 'ule', 'slt', 'sle'],
    'x + z < y + z or x + k1 < y + k2, known not to wrap with or without',
    'x < y or x < y + (k2 - k1)',
    (t, a, b, _c, _w, _l, kind) => {
      if ((!isSum(a) && !isSum(b)) || !mayFit(t, a) || !mayFit(t, b)) return null;
      const sides = cancelledOrder(t, a, b, kind === Kind.slt || kind === Kind.sle);
      if (sides === null) return null;
      return t.build(kind, 1, sides.left, sides.right, null, 0);
    },
    2,
  ),
];

export const linearRules: readonly Rule[] = [...linearEqualityRules, ...linearOrderRules];

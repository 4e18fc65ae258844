import { Kind } from '../kinds.ts';
import { toSigned, wrap } from '../scalar.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { type Rule, rule } from './rule.ts';
import { baseOf, factorOf, isConstantTerm, isZero } from './shape.ts';
import { fits, isNonNegative, type Span, spanOf, spanOfNumber, sumOfSpans } from './spans.ts';
import {
  byFactors,
  byIdentity,
  cancelled,
  differenceOf,
  everySummand,
  hasScaledSum,
  haveCommon,
  isLong,
  isNegative,
  isSum,
  type LinearForm,
  type Parts,
  rankOf,
  restored,
  withoutConstant,
  withoutNegative,
} from './sums.ts';

/** Comparisons between sums (see sums.ts): what both sides have is taken away from both. */

/** Summands of a comparison that are looked at where sums are long: what remains is a matter of seconds for the solver. */
const MOST_IN_LONG_SUM = 4096;

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
  rule(
    'eq-long-sums',
    'eq',
    'x + ... == y + ..., too long for the rules above, and a base occurs twice',
    'their difference, each base once: x * k + ... == z * l + ...',
    (t, a, b) => {
      if (!isLong(a) && !isLong(b)) return null;
      const difference = differenceOf(a, b, MOST_IN_LONG_SUM);
      if (difference === null || difference.factors.size === difference.summands) return null;
      const { width } = a;
      const constant = t.constant(width, wrap(-BigInt(difference.constant), width));
      return t.eq(sumOfSign(t, difference, width, false), t.add(sumOfSign(t, difference, width, true), constant));
    },
    2,
  ),
];

/** The sum of the summands that the difference has with this sign, each base once and in the order of a sum. */
function sumOfSign(t: Terms, { factors }: LinearForm, width: number, isNegated: boolean): Term {
  const half = 1n << BigInt(width - 1);
  const taken: Term[] = [];
  for (const [base, factor] of factors) {
    if (BigInt(factor) > half !== isNegated) continue;
    taken.push(t.mul(base, t.constant(width, isNegated ? wrap(-BigInt(factor), width) : factor)));
  }
  taken.sort((x, y) => rankOf(y) - rankOf(x));
  return restored(t, { rest: null, taken }, width);
}

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
      if (!isSum(a) && !isSum(b)) return null;
      const sides = cancelledOrder(t, a, b, kind === Kind.slt || kind === Kind.sle);
      if (sides === null) return null;
      return t.build(kind, 1, sides.left, sides.right, null, 0);
    },
    2,
  ),
];

const hasNegative = (term: Term): boolean =>
  isSum(term) ? !isLong(term) && !everySummand(term, (summand) => !isNegative(summand)) : isNegative(term);

/**
 * a < b (or a <= b) as a comparison of sums without negative factors; null where something may wrap. A constant that only says whether
 * both may be equal goes into the comparison: x < y + 1 is x <= y.
 */
function positiveOrder(t: Terms, a: Term, b: Term, orEqual: boolean): Term | null {
  const { width } = a;
  if (!fits(spanOf(t, a), width) || !fits(spanOf(t, b), width)) return null;
  const difference = differenceOf(a, b);
  if (difference === null) return null;
  const positive = sumOfSign(t, difference, width, false);
  const negative = sumOfSign(t, difference, width, true);
  const constant = toSigned(difference.constant, width);
  const isLeft = constant > 0n && !isConstantTerm(negative);
  const left = isLeft ? t.add(positive, t.constant(width, wrap(constant, width))) : positive;
  const right = isLeft ? negative : t.add(negative, t.constant(width, wrap(-constant, width)));
  if (!fits(spanOf(t, left), width) || !fits(spanOf(t, right), width)) return null;
  if (constant === -1n && !orEqual) return t.sle(positive, negative);
  if (constant === 1n && orEqual) return t.slt(positive, negative);
  return orEqual ? t.sle(left, right) : t.slt(left, right);
}

const positiveOrderRules: readonly Rule[] = [
  rule(
    'order-move-negative',
    ['slt', 'sle'],
    'x + -y < z, known not to wrap on either side, before or after',
    'x < z + y: each base once, where its factor is positive',
    (t, a, b, _c, _w, _l, kind) => {
      if (!hasNegative(a) && !hasNegative(b)) return null;
      return positiveOrder(t, a, b, kind === Kind.sle);
    },
    2,
  ),
];

export const linearRules: readonly Rule[] = [...linearEqualityRules, ...linearOrderRules, ...positiveOrderRules];

import { Kind } from '../kinds.ts';
import { onesOf, signBit } from '../meaning.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { type Rule, rule } from './rule.ts';
import {
  areComplements,
  baseOf,
  exponentOf,
  factorOf,
  isConstantTerm,
  isOne,
  isOnes,
  isShiftedLeft,
  isZero,
} from './shape.ts';
import { everySummand, isSum, lastOf, mappedSum, mergedSum, rankOf } from './sums.ts';

/** Whether dividing or comparing as unsigned is the same as signed. */
function nonNegative(t: Terms, x: Term): boolean {
  return !signBit(t.facts.of(x).max, x.width);
}

const addRules: readonly Rule[] = [
  rule('add-bit', 'add', 'x + y, 1 bit', 'x ^ y', (t, a, b, _c, width) => (width === 1 ? t.xor(a, b) : null)),
  rule('add-zero', 'add', 'x + 0', 'x', (_t, a, b) => (isZero(b) ? a : null)),
  rule('add-constants', 'add', '(x + k1) + k2', 'x + (k1 + k2)', (t, a, b) =>
    isConstantTerm(b) && a.kind === Kind.add && isConstantTerm(a.b!) ? t.add(a.a!, t.add(a.b!, b)) : null,
  ),
  rule('add-like-terms', 'add', 'x * k1 + x * k2', 'x * (k1 + k2)', (t, a, b, _c, width) => {
    const base = baseOf(a);
    if (base !== baseOf(b) || isConstantTerm(base)) return null;
    return t.mul(base, t.constant(width, factorOf(a) + factorOf(b)));
  }),
  rule('add-complement', 'add', 'x + ~x', '-1', (t, a, b, _c, width) =>
    areComplements(a, b) ? t.constant(width, onesOf(width)) : null,
  ),
  rule('add-not-one', 'add', '~x + 1', '-x', (t, a, b) => (isOne(b) && a.kind === Kind.not ? t.neg(a.a!) : null)),
  rule('add-hoist-constant', 'add', '(x + k) + y', '(x + y) + k', (t, a, b) => {
    if (a.kind === Kind.add && isConstantTerm(a.b!) && !isConstantTerm(b)) return t.add(t.add(a.a!, b), a.b!);
    if (b.kind === Kind.add && isConstantTerm(b.b!)) return t.add(t.add(a, b.a!), b.b!);
    return null;
  }),
  rule(
    'add-ordered',
    'add',
    '(x + z) + y, (x + y) + -x or (x + y) + (z + w)',
    'one chain, each base once, in the order of their ids',
    (t, a, b) => {
      const isChain = isSum(a);
      if (isConstantTerm(b) || (!isChain && !isSum(b))) return null;
      if (isChain !== isSum(b)) {
        const isLast = isChain ? rankOf(lastOf(a)) < rankOf(b) : rankOf(lastOf(b)) < rankOf(a);
        if (isLast) return null;
      }
      return mergedSum(t, a, b);
    },
  ),
  rule('neg-bit', 'neg', '-x, 1 bit', 'x', (_t, a, _b, _c, width) => (width === 1 ? a : null)),
  rule('neg-neg', 'neg', '-(-x)', 'x', (_t, a) => (a.kind === Kind.neg ? a.a : null)),
  rule('neg-not', 'neg', '-(~x)', 'x + 1', (t, a, _b, _c, width) =>
    a.kind === Kind.not ? t.add(a.a!, t.constant(width, 1)) : null,
  ),
  rule('neg-sum', 'neg', '-(x + y)', '-x + -y', (t, a, _b, _c, width) =>
    isSum(a) && everySummand(a, () => true) ? mappedSum(t, a, width, (summand) => t.neg(summand)) : null,
  ),
  rule('neg-product', 'neg', '-(x * k)', 'x * -k', (t, a) =>
    a.kind === Kind.mul && isConstantTerm(a.b!) ? t.mul(a.a!, t.neg(a.b!)) : null,
  ),
];

const multiplyRules: readonly Rule[] = [
  rule('mul-bit', 'mul', 'x * y, 1 bit', 'x & y', (t, a, b, _c, width) => (width === 1 ? t.and(a, b) : null)),
  rule('mul-zero', 'mul', 'x * 0', '0', (_t, _a, b) => (isZero(b) ? b : null)),
  rule('mul-one', 'mul', 'x * 1', 'x', (_t, a, b) => (isOne(b) ? a : null)),
  rule('mul-minus-one', 'mul', 'x * -1', '-x', (t, a, b) => (isOnes(b) ? t.neg(a) : null)),
  rule('mul-constants', 'mul', '(x * k1) * k2', 'x * (k1 * k2)', (t, a, b, _c, width) =>
    isConstantTerm(b) && (a.kind === Kind.neg || (a.kind === Kind.mul && isConstantTerm(a.b!)) || isShiftedLeft(a))
      ? t.mul(baseOf(a), t.constant(width, factorOf(a) * BigInt(b.value)))
      : null,
  ),
  rule('mul-power-of-two', 'mul', 'x * 2^k', 'x << k', (t, a, b, _c, width) => {
    if (!isConstantTerm(b)) return null;
    const exponent = exponentOf(b.value);
    return exponent < 1 ? null : t.shl(a, t.constant(width, exponent));
  }),
  rule('mul-distribute', 'mul', '(x + k1) * k2', 'x * k2 + k1 * k2', (t, a, b) =>
    isConstantTerm(b) && a.kind === Kind.add && isConstantTerm(a.b!) ? t.add(t.mul(a.a!, b), t.mul(a.b!, b)) : null,
  ),
  rule('mul-negated', 'mul', '-x * -y or -x * y', 'x * y or -(x * y)', (t, a, b) => {
    if (isConstantTerm(b)) return null;
    if (a.kind === Kind.neg) return b.kind === Kind.neg ? t.mul(a.a!, b.a!) : t.neg(t.mul(a.a!, b));
    return b.kind === Kind.neg ? t.neg(t.mul(a, b.a!)) : null;
  }),
];

const divideRules: readonly Rule[] = [
  rule('udiv-by-zero', 'udiv', 'x /u 0', 'all ones', (t, _a, b, _c, width) =>
    isZero(b) ? t.constant(width, onesOf(width)) : null,
  ),
  rule('rem-by-zero', ['urem', 'srem'], 'x % 0', 'x', (_t, a, b) => (isZero(b) ? a : null)),
  rule('div-by-one', ['udiv', 'sdiv'], 'x / 1', 'x', (_t, a, b, _c, width, _low, kind) =>
    isOne(b) && (width > 1 || kind === Kind.udiv) ? a : null,
  ),
  rule('rem-by-one', ['urem', 'srem'], 'x % 1', '0', (t, _a, b, _c, width) => (isOne(b) ? t.constant(width, 0) : null)),
  rule('rem-by-itself', ['urem', 'srem'], 'x % x', '0', (t, a, b, _c, width) =>
    a === b ? t.constant(width, 0) : null,
  ),
  rule('udiv-power-of-two', 'udiv', 'x /u 2^k', 'x >>u k', (t, a, b, _c, width) => {
    const exponent = isConstantTerm(b) ? exponentOf(b.value) : -1;
    return exponent < 1 ? null : t.lshr(a, t.constant(width, exponent));
  }),
  rule('urem-power-of-two', 'urem', 'x %u 2^k', 'x & (2^k - 1)', (t, a, b, _c, width) => {
    const exponent = isConstantTerm(b) ? exponentOf(b.value) : -1;
    return exponent < 1 ? null : t.zext(t.extract(a, 0, exponent), width);
  }),
  rule('udiv-constants', 'udiv', '(x /u k1) /u k2', 'x /u (k1 * k2), or 0 past the width', (t, a, b, _c, width) => {
    if (a.kind !== Kind.udiv || !isConstantTerm(b) || !isConstantTerm(a.b!) || isZero(a.b!) || isZero(b)) return null;
    const divisor = BigInt(a.b!.value) * BigInt(b.value);
    return divisor > BigInt(onesOf(width)) ? t.constant(width, 0) : t.udiv(a.a!, t.constant(width, divisor));
  }),
  rule(
    'udiv-narrow',
    ['udiv', 'urem'],
    'zext(x) op k',
    'zext(x op k) where k fits in x, else 0 or zext(x)',
    (t, a, b, _c, width, _low, kind) => {
      if (a.kind !== Kind.zext || !isConstantTerm(b) || isZero(b)) return null;
      const x = a.a!;
      const isDivision = kind === Kind.udiv;
      if (b.value > onesOf(x.width)) return isDivision ? t.constant(width, 0) : a;
      const divisor = t.constant(x.width, b.value);
      return t.zext(isDivision ? t.udiv(x, divisor) : t.urem(x, divisor), width);
    },
    2,
  ),
  rule('sdiv-by-zero', 'sdiv', 'x /s 0', 'x < 0 ? 1 : -1', (t, a, b, _c, width) =>
    isZero(b) ? t.ite(t.slt(a, b), t.constant(width, 1), t.constant(width, onesOf(width))) : null,
  ),
  rule('sdiv-by-minus-one', 'sdiv', 'x /s -1', '-x', (t, a, b) => (isOnes(b) ? t.neg(a) : null)),
  rule('srem-by-minus-one', 'srem', 'x %s -1', '0', (t, _a, b, _c, width) => (isOnes(b) ? t.constant(width, 0) : null)),
  rule('srem-by-negative', 'srem', 'x %s -k', 'x %s k', (t, a, b, _c, width) =>
    isConstantTerm(b) && signBit(b.value, width) && exponentOf(b.value) !== width - 1 ? t.srem(a, t.neg(b)) : null,
  ),
  rule(
    'sdiv-non-negative',
    ['sdiv', 'srem'],
    'x op_s y, both known to be >= 0',
    'x op_u y',
    (t, a, b, _c, _width, _low, kind) =>
      nonNegative(t, b) && nonNegative(t, a) ? (kind === Kind.sdiv ? t.udiv(a, b) : t.urem(a, b)) : null,
    2,
  ),
  rule(
    'udiv-smaller',
    ['udiv', 'urem'],
    'x op y, x < y known',
    '0 or x',
    (t, a, b, _c, width, _low, kind) => {
      if (t.facts.of(a).max >= t.facts.of(b).min) return null;
      return kind === Kind.udiv ? t.constant(width, 0) : a;
    },
    2,
  ),
];

export const arithmeticRules: readonly Rule[] = [...addRules, ...multiplyRules, ...divideRules];

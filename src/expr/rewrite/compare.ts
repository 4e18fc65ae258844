import { surelyDiffer } from '../bits.ts';
import { Kind } from '../kinds.ts';
import { extractBits, onesOf, signBit, signExtend } from '../meaning.ts';
import { maskOf, type Scalar, wrap } from '../scalar.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { type Rule, rule } from './rule.ts';
import { areComplements, isConstantTerm, isZero } from './shape.ts';

/** The inverse of an odd number modulo 2^width, by Newton's iteration: each step doubles the correct bits. */
function inverse(odd: bigint, width: number): bigint {
  const mask = maskOf(width);
  let x = odd;
  for (let bits = 3; bits < width; bits *= 2) x = (x * (2n - odd * x)) & mask;
  return x & mask;
}

/** Whether splitting an equation at a concat leaves a part that is decided or narrower. */
function splits(term: Term): boolean {
  const decided = (part: Term): boolean => part.kind === Kind.constant || part.kind === Kind.zext;
  return decided(term.a!) || decided(term.b!) || (term.b!.kind === Kind.concat && splits(term.b!));
}

const equalityRules: readonly Rule[] = [
  rule('eq-same', 'eq', 'x == x', 'true', (t, a, b) => (a === b ? t.true_ : null)),
  rule('eq-bit', 'eq', 'x == 1 or x == 0, 1 bit', 'x or !x', (t, a, b) =>
    a.width === 1 && isConstantTerm(b) ? (b.value === 1 ? a : t.not(a)) : null,
  ),
  rule('eq-complements', 'eq', 'x == ~x', 'false', (t, a, b) => (areComplements(a, b) ? t.false_ : null)),
  rule('eq-not-bit', 'eq', '!x == y, 1 bit', '!(x == y)', (t, a, b) => {
    if (a.width !== 1) return null;
    if (a.kind === Kind.not) return t.not(t.eq(a.a!, b));
    return b.kind === Kind.not ? t.not(t.eq(a, b.a!)) : null;
  }),
  rule('eq-solve-add', 'eq', 'x + k1 == k2', 'x == k2 - k1', (t, a, b) =>
    isConstantTerm(b) && a.kind === Kind.add && isConstantTerm(a.b!) ? t.eq(a.a!, t.sub(b, a.b!)) : null,
  ),
  rule('eq-solve-neg', 'eq', '-x == k or -x == -y', 'x == -k or x == y', (t, a, b) =>
    a.kind === Kind.neg && (isConstantTerm(b) || b.kind === Kind.neg) ? t.eq(a.a!, t.neg(b)) : null,
  ),
  rule('eq-solve-not', 'eq', '~x == k or ~x == ~y', 'x == ~k or x == y', (t, a, b) =>
    a.kind === Kind.not && (isConstantTerm(b) || b.kind === Kind.not) ? t.eq(a.a!, t.not(b)) : null,
  ),
  rule('eq-solve-xor', 'eq', 'x ^ y == k, y constant or k = 0', 'x == y ^ k', (t, a, b) =>
    a.kind === Kind.xor && isConstantTerm(b) && (isZero(b) || isConstantTerm(a.b!)) ? t.eq(a.a!, t.xor(a.b!, b)) : null,
  ),
  rule('eq-solve-odd-factor', 'eq', 'x * k1 == k2, k1 odd', 'x == k2 / k1 modulo 2^width', (t, a, b) => {
    if (!isConstantTerm(b) || a.kind !== Kind.mul || !isConstantTerm(a.b!)) return null;
    const factor = BigInt(a.b!.value);
    if ((factor & 1n) === 0n) return null;
    const width = a.width;
    return t.eq(a.a!, t.constant(width, wrap(BigInt(b.value) * inverse(factor, width), width)));
  }),
  rule('eq-move-constant', 'eq', 'x + k1 == y + k2', 'x == y + (k2 - k1)', (t, a, b) =>
    a.kind === Kind.add && b.kind === Kind.add && isConstantTerm(a.b!) && isConstantTerm(b.b!)
      ? t.eq(a.a!, t.add(b.a!, t.sub(b.b!, a.b!)))
      : null,
  ),
  rule('eq-narrow-zext', 'eq', 'zext(x) == k or zext(x) == zext(y)', 'x == k or x == y, or false', (t, a, b) => {
    if (a.kind !== Kind.zext) return null;
    const x = a.a!;
    if (isConstantTerm(b)) return b.value > onesOf(x.width) ? t.false_ : t.eq(x, t.constant(x.width, b.value));
    if (b.kind !== Kind.zext) return null;
    const width = Math.max(x.width, b.a!.width);
    return t.eq(t.zext(x, width), t.zext(b.a!, width));
  }),
  rule('eq-narrow-sext', 'eq', 'sext(x) == k or sext(x) == sext(y)', 'x == k or x == y, or false', (t, a, b) => {
    if (a.kind !== Kind.sext) return null;
    const x = a.a!;
    if (isConstantTerm(b)) {
      const low = extractBits(b.value, 0, x.width);
      return signExtend(low, x.width, a.width) === b.value ? t.eq(x, t.constant(x.width, low)) : t.false_;
    }
    if (b.kind !== Kind.sext) return null;
    const width = Math.max(x.width, b.a!.width);
    return t.eq(t.sext(x, width), t.sext(b.a!, width));
  }),
  rule(
    'eq-split-constant',
    'eq',
    'concat(x, y) == k, a part constant or zext',
    'x == high k & y == low k',
    (t, a, b) => {
      if (a.kind !== Kind.concat || !isConstantTerm(b) || !splits(a)) return null;
      const { a: high, b: low } = a;
      return t.and(
        t.eq(high!, t.constant(high!.width, extractBits(b.value, low!.width, high!.width))),
        t.eq(low!, t.constant(low!.width, extractBits(b.value, 0, low!.width))),
      );
    },
  ),
  rule('eq-common-part', 'eq', 'concat(x, y) == concat(x, z)', 'y == z, and the mirror image', (t, a, b) => {
    if (a.kind !== Kind.concat || b.kind !== Kind.concat) return null;
    if (a.a === b.a) return t.eq(a.b!, b.b!);
    return a.b === b.b ? t.eq(a.a!, b.a!) : null;
  }),
  rule('eq-choice', 'eq', 'ite(c, k1, x) == k', 'c | x == k where k1 = k, else !c & x == k', (t, a, b) => {
    if (a.kind !== Kind.ite || !isConstantTerm(b)) return null;
    const { a: condition, b: then, c: otherwise } = a;
    if (isConstantTerm(then!))
      return then === b ? t.or(condition!, t.eq(otherwise!, b)) : t.and(t.not(condition!), t.eq(otherwise!, b));
    if (isConstantTerm(otherwise!))
      return otherwise === b ? t.or(t.not(condition!), t.eq(then!, b)) : t.and(condition!, t.eq(then!, b));
    return null;
  }),
  rule('eq-own-choice', 'eq', 'ite(c, x, y) == x', 'c | y == x', (t, a, b) => {
    const own = (choice: Term, x: Term): Term | null => {
      if (choice.kind !== Kind.ite) return null;
      if (choice.b === x) return t.or(choice.a!, t.eq(choice.c!, x));
      return choice.c === x ? t.or(t.not(choice.a!), t.eq(choice.b!, x)) : null;
    };
    return own(a, b) ?? own(b, a);
  }),
  rule('eq-zero-or', 'eq', 'x | y == 0', 'x == 0 & y == 0', (t, a, b) =>
    a.kind === Kind.or && isZero(b) ? t.and(t.eq(a.a!, b), t.eq(a.b!, b)) : null,
  ),
  rule(
    'eq-surely-different',
    'eq',
    'x == y, known bits or bounds exclude it',
    'false',
    (t, a, b) => (surelyDiffer(t.facts.of(a), t.facts.of(b), a.width) ? t.false_ : null),
    2,
  ),
];

const plus = (x: Scalar, by: number, width: number): Scalar => wrap(BigInt(x) + BigInt(by), width);
const isSigned = (kind: Kind): boolean => kind === Kind.slt || kind === Kind.sle;
/** The least and the greatest value in the order of the comparison. */
const leastOf = (kind: Kind, width: number): Scalar => (isSigned(kind) ? wrap(1n << BigInt(width - 1), width) : 0);
const greatestOf = (kind: Kind, width: number): Scalar =>
  isSigned(kind) ? wrap(maskOf(width - 1), width) : onesOf(width);
const less = (t: Terms, kind: Kind, a: Term, b: Term): Term => (isSigned(kind) ? t.slt(a, b) : t.ult(a, b));
const compare = (t: Terms, kind: Kind, a: Term, b: Term): Term =>
  kind === Kind.ult ? t.ult(a, b) : kind === Kind.ule ? t.ule(a, b) : kind === Kind.slt ? t.slt(a, b) : t.sle(a, b);

const orderRules: readonly Rule[] = [
  rule('less-same', ['ult', 'slt', 'ule', 'sle'], 'x < x or x <= x', 'false or true', (t, a, b, _c, _w, _l, kind) =>
    a === b ? t.bool(kind === Kind.ule || kind === Kind.sle) : null,
  ),
  rule(
    'order-of-bits',
    ['ult', 'slt', 'ule', 'sle'],
    'x < y, 1 bit',
    '!x & y, and the like',
    (t, a, b, _c, _w, _l, kind) => {
      if (a.width !== 1) return null;
      switch (kind) {
        case Kind.ult:
          return t.and(t.not(a), b);
        case Kind.ule:
          return t.or(t.not(a), b);
        case Kind.slt:
          return t.and(a, t.not(b));
        default:
          return t.or(a, t.not(b));
      }
    },
  ),
  rule(
    'strict-bound',
    ['ule', 'sle'],
    'x <= k or k <= x',
    'x < k + 1 or k - 1 < x, or true',
    (t, a, b, _c, _w, _l, kind) => {
      const { width } = a;
      if (isConstantTerm(b)) {
        if (b.value === greatestOf(kind, width)) return t.true_;
        return less(t, kind, a, t.constant(width, plus(b.value, 1, width)));
      }
      if (!isConstantTerm(a)) return null;
      if (a.value === leastOf(kind, width)) return t.true_;
      return less(t, kind, t.constant(width, plus(a.value, -1, width)), b);
    },
  ),
  rule('less-than-extreme', ['ult', 'slt'], 'x < least, greatest < x', 'false', (t, a, b, _c, _w, _l, kind) => {
    if (isConstantTerm(b) && b.value === leastOf(kind, a.width)) return t.false_;
    return isConstantTerm(a) && a.value === greatestOf(kind, a.width) ? t.false_ : null;
  }),
  rule(
    'less-than-one-value',
    ['ult', 'slt'],
    'x < least + 1, greatest - 1 < x, x < greatest, least < x',
    'x == least, x == greatest, x != greatest, x != least',
    (t, a, b, _c, _w, _l, kind) => {
      const { width } = a;
      const least = leastOf(kind, width);
      const greatest = greatestOf(kind, width);
      if (isConstantTerm(b)) {
        if (b.value === plus(least, 1, width)) return t.eq(a, t.constant(width, least));
        return b.value === greatest ? t.ne(a, b) : null;
      }
      if (!isConstantTerm(a)) return null;
      if (a.value === plus(greatest, -1, width)) return t.eq(b, t.constant(width, greatest));
      return a.value === least ? t.ne(b, a) : null;
    },
  ),
  rule('ult-narrow-zext', ['ult', 'ule'], 'zext(x) < zext(y)', 'x < y', (t, a, b, _c, _w, _l, kind) => {
    if (a.kind !== Kind.zext || b.kind !== Kind.zext) return null;
    const width = Math.max(a.a!.width, b.a!.width);
    return compare(t, kind, t.zext(a.a!, width), t.zext(b.a!, width));
  }),
  rule('ult-narrow-constant', 'ult', 'zext(x) < k or k < zext(x)', 'x < k or k < x, or decided', (t, a, b) => {
    if (a.kind === Kind.zext && isConstantTerm(b)) {
      const x = a.a!;
      return b.value > onesOf(x.width) ? t.true_ : t.ult(x, t.constant(x.width, b.value));
    }
    if (b.kind !== Kind.zext || !isConstantTerm(a)) return null;
    const y = b.a!;
    return a.value > onesOf(y.width) ? t.false_ : t.ult(t.constant(y.width, a.value), y);
  }),
  rule('order-narrow-sext', ['ult', 'ule', 'slt', 'sle'], 'sext(x) < sext(y)', 'x < y', (t, a, b, _c, _w, _l, kind) => {
    if (a.kind !== Kind.sext || b.kind !== Kind.sext) return null;
    const width = Math.max(a.a!.width, b.a!.width);
    return compare(t, kind, t.sext(a.a!, width), t.sext(b.a!, width));
  }),
  rule('slt-narrow-constant', 'slt', 'sext(x) < k or k < sext(x)', 'x < k or k < x, or decided', (t, a, b) => {
    const wide = a.kind === Kind.sext ? a : b;
    const bound = wide === a ? b : a;
    if (wide.kind !== Kind.sext || !isConstantTerm(bound)) return null;
    const x = wide.a!;
    const low = extractBits(bound.value, 0, x.width);
    if (signExtend(low, x.width, wide.width) === bound.value) {
      const narrow = t.constant(x.width, low);
      return wide === a ? t.slt(x, narrow) : t.slt(narrow, x);
    }
    // The bound lies outside x's range, on the side its sign tells.
    return t.bool(signBit(bound.value, wide.width) === (wide === b));
  }),
  rule('ult-common-part', 'ult', 'concat(x, y) < concat(x, z)', 'y < z', (t, a, b) =>
    a.kind === Kind.concat && b.kind === Kind.concat && a.a === b.a ? t.ult(a.b!, b.b!) : null,
  ),
  rule(
    'ult-multiple',
    'ult',
    'concat(x, 0) < k or k < concat(x, 0)',
    'x < k / 2^n rounded up, or k / 2^n < x',
    (t, a, b) => {
      const scaled = isConstantTerm(b) ? a : b;
      const bound = scaled === a ? b : a;
      if (!isConstantTerm(bound) || scaled.kind !== Kind.concat || !isZero(scaled.b!)) return null;
      const x = scaled.a!;
      const shift = scaled.b!.width;
      const quotient = extractBits(bound.value, shift, x.width);
      if (scaled === b) return t.ult(t.constant(x.width, quotient), x);
      if (extractBits(bound.value, 0, shift) === 0) return t.ult(x, t.constant(x.width, quotient));
      return t.ule(x, t.constant(x.width, quotient));
    },
  ),
  rule(
    'order-by-bounds',
    ['ult', 'ule'],
    'x < y, decided by their bounds',
    'true or false',
    (t, a, b, _c, _w, _l, kind) => {
      const x = t.facts.of(a);
      const y = t.facts.of(b);
      if (kind === Kind.ult) return x.max < y.min ? t.true_ : x.min >= y.max ? t.false_ : null;
      return x.max <= y.min ? t.true_ : x.min > y.max ? t.false_ : null;
    },
    2,
  ),
  rule(
    'order-known-signs',
    ['slt', 'sle'],
    'x <s y, both signs known',
    'x <u y, or decided where they differ',
    (t, a, b, _c, _w, _l, kind) => {
      const { width } = a;
      const x = t.facts.of(a);
      const y = t.facts.of(b);
      const xSign = signBit(x.max, width);
      const ySign = signBit(y.max, width);
      if (xSign !== signBit(x.min, width) || ySign !== signBit(y.min, width)) return null;
      if (xSign !== ySign) return t.bool(xSign);
      return kind === Kind.slt ? t.ult(a, b) : t.ule(a, b);
    },
    2,
  ),
];

export const compareRules: readonly Rule[] = [...equalityRules, ...orderRules];

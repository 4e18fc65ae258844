import { Kind } from '../kinds.ts';
import { extractBits, onesOf } from '../meaning.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { type Rule, rule } from './rule.ts';
import { areComplements, isConstantTerm, isOnes, isZero, runOfOnes } from './shape.ts';

const bitwise = (t: Terms, kind: Kind, a: Term, b: Term): Term =>
  kind === Kind.and ? t.and(a, b) : kind === Kind.or ? t.or(a, b) : t.xor(a, b);

const isOf = (term: Term, kind: Kind, operand: Term): boolean =>
  term.kind === kind && (term.a === operand || term.b === operand);

/** x op (y dual z) where x is one of y, z (absorbed) or the complement of one (which then drops out). */
function absorb(t: Terms, x: Term, inner: Term, kind: Kind, dual: Kind): Term | null {
  if (inner.kind !== dual) return null;
  if (inner.a === x || inner.b === x) return x;
  if (areComplements(inner.a!, x)) return bitwise(t, kind, x, inner.b!);
  return areComplements(inner.b!, x) ? bitwise(t, kind, x, inner.a!) : null;
}

/** A left part above `zeros` zero bits, and the rest of the operand it is joined with. */
function join(t: Terms, shifted: Term, other: Term, width: number): Term | null {
  if (shifted.kind !== Kind.concat || !isZero(shifted.b!)) return null;
  const low = shifted.b!.width;
  const high = width - low;
  if (t.facts.of(other).max > onesOf(low) || width > 64) return null;
  return high > 0 ? t.concat(shifted.a!, t.extract(other, 0, low)) : null;
}

export const bitwiseRules: readonly Rule[] = [
  rule('not-not', 'not', '~~x', 'x', (_t, a) => (a.kind === Kind.not ? a.a : null)),
  rule('not-comparison', 'not', '!(a < b) or !(a <= b)', 'b <= a or b < a', (t, a) => {
    switch (a.kind) {
      case Kind.ult:
        return t.ule(a.b!, a.a!);
      case Kind.ule:
        return t.ult(a.b!, a.a!);
      case Kind.slt:
        return t.sle(a.b!, a.a!);
      case Kind.sle:
        return t.slt(a.b!, a.a!);
      default:
        return null;
    }
  }),
  rule('not-neg', 'not', '~(-x)', 'x - 1', (t, a, _b, _c, width) =>
    a.kind === Kind.neg ? t.add(a.a!, t.constant(width, -1)) : null,
  ),
  rule('not-xor', 'not', '~(x ^ k)', 'x ^ ~k', (t, a) =>
    a.kind === Kind.xor && isConstantTerm(a.b!) ? t.xor(a.a!, t.not(a.b!)) : null,
  ),

  rule('and-zero', 'and', 'x & 0', '0', (_t, _a, b) => (isZero(b) ? b : null)),
  rule('and-ones', 'and', 'x & -1', 'x', (_t, a, b) => (isOnes(b) ? a : null)),
  rule('or-zero', 'or', 'x | 0', 'x', (_t, a, b) => (isZero(b) ? a : null)),
  rule('or-ones', 'or', 'x | -1', '-1', (_t, _a, b) => (isOnes(b) ? b : null)),
  rule('xor-zero', 'xor', 'x ^ 0', 'x', (_t, a, b) => (isZero(b) ? a : null)),
  rule('xor-ones', 'xor', 'x ^ -1', '~x', (t, a, b) => (isOnes(b) ? t.not(a) : null)),
  rule('and-or-same', ['and', 'or'], 'x & x or x | x', 'x', (_t, a, b) => (a === b ? a : null)),
  rule('xor-same', 'xor', 'x ^ x', '0', (t, a, b, _c, width) => (a === b ? t.constant(width, 0) : null)),
  rule('complements', ['and', 'or', 'xor'], 'x & ~x, x | ~x, x ^ ~x', '0, -1, -1', (t, a, b, _c, width, _low, kind) =>
    areComplements(a, b) ? t.constant(width, kind === Kind.and ? 0 : onesOf(width)) : null,
  ),
  rule(
    'bitwise-constants',
    ['and', 'or', 'xor'],
    '(x op k1) op k2',
    'x op (k1 op k2)',
    (t, a, b, _c, _width, _low, kind) =>
      isConstantTerm(b) && a.kind === kind && isConstantTerm(a.b!)
        ? bitwise(t, kind, a.a!, bitwise(t, kind, a.b!, b))
        : null,
  ),
  rule('and-or-nested', ['and', 'or'], 'x op (x op y)', 'x op y', (_t, a, b, _c, _width, _low, kind) =>
    isOf(b, kind, a) ? b : isOf(a, kind, b) ? a : null,
  ),
  rule('and-contradiction', 'and', 'x & (~x & y)', '0', (t, a, b, _c, width) => {
    const clash = (x: Term, both: Term): boolean =>
      both.kind === Kind.and && (areComplements(both.a!, x) || areComplements(both.b!, x));
    return clash(a, b) || clash(b, a) ? t.constant(width, 0) : null;
  }),
  rule('or-tautology', 'or', 'x | (~x | y)', '-1', (t, a, b, _c, width) => {
    const clash = (x: Term, either: Term): boolean =>
      either.kind === Kind.or && (areComplements(either.a!, x) || areComplements(either.b!, x));
    return clash(a, b) || clash(b, a) ? t.constant(width, onesOf(width)) : null;
  }),
  rule(
    'absorption',
    ['and', 'or'],
    'x & (x | y), x & (~x | y), and duals',
    'x, x & y',
    (t, a, b, _c, _width, _low, kind) => {
      const dual = kind === Kind.and ? Kind.or : Kind.and;
      return absorb(t, a, b, kind, dual) ?? absorb(t, b, a, kind, dual);
    },
  ),
  rule('xor-nested', 'xor', 'x ^ (x ^ y)', 'y', (_t, a, b) => {
    const other = (x: Term, inner: Term): Term | null =>
      inner.kind !== Kind.xor ? null : inner.a === x ? inner.b : inner.b === x ? inner.a : null;
    return other(a, b) ?? other(b, a);
  }),
  rule('xor-bit', 'xor', 'x ^ y, 1 bit', '!(x == y)', (t, a, b, _c, width) => (width === 1 ? t.not(t.eq(a, b)) : null)),
  rule('xor-not', 'xor', '~x ^ y', '~(x ^ y), constants absorbed', (t, a, b) => {
    if (a.kind === Kind.not) return isConstantTerm(b) ? t.xor(a.a!, t.not(b)) : t.not(t.xor(a.a!, b));
    return b.kind === Kind.not ? t.not(t.xor(a, b.a!)) : null;
  }),
  rule('and-mask', 'and', 'x & (ones in [low, high))', 'those bits of x, zeros around', (t, a, b, _c, width) => {
    if (!isConstantTerm(b)) return null;
    const run = runOfOnes(b.value);
    if (run === null) return null;
    const kept = t.extract(a, run.low, run.length);
    return t.zext(run.low === 0 ? kept : t.concat(kept, t.constant(run.low, 0)), width);
  }),
  rule(
    'bitwise-narrow',
    ['and', 'or', 'xor'],
    'zext(x) op zext(y), or zext(x) op k',
    'zext(x op y), in the wider of the two widths',
    (t, a, b, _c, width, _low, kind) => {
      if (a.kind !== Kind.zext && b.kind !== Kind.zext) return null;
      const used = (x: Term): number =>
        x.kind === Kind.zext ? x.a!.width : isConstantTerm(x) ? Math.max(1, BigInt(x.value).toString(2).length) : width;
      // A conjunction is zero where either operand is.
      const inner = kind === Kind.and ? Math.min(used(a), used(b)) : Math.max(used(a), used(b));
      if (inner >= width) return null;
      return t.zext(bitwise(t, kind, t.extract(a, 0, inner), t.extract(b, 0, inner)), width);
    },
  ),
  rule(
    'bitwise-split',
    ['and', 'or', 'xor'],
    'concat(x, y) op k',
    'concat(x op high k, y op low k)',
    (t, a, b, _c, _width, _low, kind) => {
      if (a.kind !== Kind.concat || !isConstantTerm(b)) return null;
      const { a: high, b: low } = a;
      return t.concat(
        bitwise(t, kind, high!, t.constant(high!.width, extractBits(b.value, low!.width, high!.width))),
        bitwise(t, kind, low!, t.constant(low!.width, extractBits(b.value, 0, low!.width))),
      );
    },
  ),
  rule('or-less-or-equal', 'or', 'a < b | a == b', 'a <= b', (t, a, b) => {
    const less = a.kind === Kind.eq ? b : a;
    const same = a.kind === Kind.eq ? a : b;
    if (same.kind !== Kind.eq || (less.kind !== Kind.ult && less.kind !== Kind.slt)) return null;
    const together = (less.a === same.a && less.b === same.b) || (less.a === same.b && less.b === same.a);
    if (!together) return null;
    return less.kind === Kind.ult ? t.ule(less.a!, less.b!) : t.sle(less.a!, less.b!);
  }),
  rule('and-two-values', 'and', 'x == k1 & x == k2', 'false', (t, a, b) =>
    a.kind === Kind.eq &&
    b.kind === Kind.eq &&
    a.a === b.a &&
    a.b !== b.b &&
    isConstantTerm(a.b!) &&
    isConstantTerm(b.b!)
      ? t.false_
      : null,
  ),
  rule(
    'join-disjoint',
    ['or', 'xor', 'add'],
    'concat(x, 0) op y, y known to fit below x',
    'concat(x, low part of y)',
    (t, a, b, _c, width) => join(t, a, b, width) ?? join(t, b, a, width),
    2,
  ),
];

import { Kind } from '../kinds.ts';
import { extractBits, onesOf, signBit } from '../meaning.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { type Rule, rule } from './rule.ts';
import { areComplements, baseOf, factorOf, isConstantTerm, isZero, topBit } from './shape.ts';
import { everySummand, mappedSum } from './sums.ts';

/**
 * Parts of terms. A value written to memory byte by byte and read back must become the very same term again, so every
 * rule that takes an extract apart has a counterpart that puts neighbouring pieces together. Concatenations nest to the
 * right, hold no constant beside a constant, and show leading zeros as zext.
 */

/** Arithmetic whose low bits depend only on the low bits of its operands. */
const isLowBitwise = (kind: Kind): boolean => kind === Kind.add || kind === Kind.mul || kind === Kind.neg;

/** Whether taking the low `width` bits makes an operand simpler. */
const narrows = (x: Term, width: number): boolean =>
  isConstantTerm(x) || ((x.kind === Kind.zext || x.kind === Kind.sext) && x.a!.width <= width);

/** The low bits of a sum all of whose summands get simpler, or are multiples of what does. */
function narrowedSum(t: Terms, sum: Term, width: number): Term | null {
  const isNarrower = (summand: Term): boolean => narrows(summand, width) || narrows(baseOf(summand), width);
  return everySummand(sum, isNarrower) ? mappedSum(t, sum, width, (summand) => t.extract(summand, 0, width)) : null;
}

/** What a sum of extensions, their multiples and constants cannot exceed if nothing wraps; null for other sums. */
function mostOfSum(t: Terms, sum: Term): bigint | null {
  let most = 0n;
  const isKnown = everySummand(sum, (summand) => {
    const base = summand.kind === Kind.mul ? baseOf(summand) : summand;
    if (base.kind !== Kind.zext && !isConstantTerm(base)) return false;
    most += BigInt(t.facts.of(base).max) * (base === summand ? 1n : factorOf(summand));
    return true;
  });
  return isKnown ? most : null;
}

/** A sum that is known not to overflow, in more bits. */
function widenedSum(t: Terms, sum: Term, width: number): Term | null {
  const most = mostOfSum(t, sum);
  if (most === null || most > BigInt(onesOf(sum.width))) return null;
  return mappedSum(t, sum, width, (summand) => t.zext(summand, width));
}

/** If the slice is the same constant under every model: that constant, else -1. */
function knownSlice(t: Terms, term: Term, low: number, width: number): bigint {
  if (term.width > 64) return isConstantTerm(term) ? BigInt(extractBits(term.value, low, width)) : -1n;
  const { zeros, ones } = t.facts.of(term);
  const set = BigInt(extractBits(ones, low, width));
  return set + BigInt(extractBits(zeros, low, width)) === BigInt(onesOf(width)) ? set : -1n;
}

/** high directly above low in one and the same term: that slice of it. */
function adjacent(t: Terms, high: Term, low: Term): Term | null {
  if (high.kind !== Kind.extract) return null;
  const from = high.a!;
  if (low.kind === Kind.extract)
    return low.a === from && low.low + low.width === high.low ? t.extract(from, low.low, low.width + high.width) : null;
  // The low part of a narrowed sum is itself a sum: recognise it by narrowing again.
  const rejoins = high.low === low.width && isLowBitwise(from.kind) && t.extract(from, 0, low.width) === low;
  return rejoins ? t.extract(from, 0, low.width + high.width) : null;
}

const extractRules: readonly Rule[] = [
  rule('extract-extract', 'extract', 'extract(extract(x))', 'extract(x)', (t, a, _b, _c, width, low) =>
    a.kind === Kind.extract ? t.extract(a.a!, a.low + low, width) : null,
  ),
  rule('extract-concat', 'extract', 'extract(concat(x, y))', 'of x, of y, or of both', (t, a, _b, _c, width, low) => {
    if (a.kind !== Kind.concat) return null;
    const { a: high, b: bottom } = a;
    const border = bottom!.width;
    if (low >= border) return t.extract(high!, low - border, width);
    if (low + width <= border) return t.extract(bottom!, low, width);
    return t.concat(t.extract(high!, 0, low + width - border), t.extract(bottom!, low, border - low));
  }),
  rule(
    'extract-zext',
    'extract',
    'extract(zext(x))',
    'extract(x), zext(extract(x)) or 0',
    (t, a, _b, _c, width, low) => {
      if (a.kind !== Kind.zext) return null;
      const inner = a.a!;
      if (low >= inner.width) return t.constant(width, 0);
      if (low + width <= inner.width) return t.extract(inner, low, width);
      return t.zext(t.extract(inner, low, inner.width - low), width);
    },
  ),
  rule('extract-sext', 'extract', 'extract(sext(x))', 'extract(x) or sext(extract(x))', (t, a, _b, _c, width, low) => {
    if (a.kind !== Kind.sext) return null;
    const inner = a.a!;
    if (low + width <= inner.width) return t.extract(inner, low, width);
    const from = Math.min(low, inner.width - 1);
    return t.sext(t.extract(inner, from, inner.width - from), width);
  }),
  rule(
    'extract-choice',
    'extract',
    'extract(ite(c, x, k)), x not a choice',
    'ite(c, extract(x), k)',
    (t, a, _b, _c, width, low) => {
      if (a.kind !== Kind.ite) return null;
      const simple = (x: Term, y: Term): boolean => isConstantTerm(x) && y.kind !== Kind.ite;
      if (!simple(a.b!, a.c!) && !simple(a.c!, a.b!)) return null;
      return t.ite(a.a!, t.extract(a.b!, low, width), t.extract(a.c!, low, width));
    },
  ),
  rule(
    'extract-arithmetic',
    'extract',
    'low bits of x + y, x * y, -x, operands zext, sext or constant, summands also multiples',
    'the same operation on low bits',
    (t, a, _b, _c, width, low) => {
      if (low !== 0 || !isLowBitwise(a.kind)) return null;
      if (a.kind === Kind.add) return narrowedSum(t, a, width);
      if (!narrows(a.a!, width)) return null;
      const x = t.extract(a.a!, 0, width);
      if (a.kind === Kind.neg) return t.neg(x);
      return narrows(a.b!, width) ? t.mul(x, t.extract(a.b!, 0, width)) : null;
    },
  ),
  rule(
    'extract-known',
    'extract',
    'extract(x), all its bits known',
    'the constant',
    (t, a, _b, _c, width, low) => {
      const known = knownSlice(t, a, low, width);
      return known < 0n ? null : t.constant(width, known);
    },
    2,
  ),
  rule(
    'extract-bitwise',
    'extract',
    'extract(x op y), op one of & | ^, y known there',
    'extract(x) op that constant',
    (t, a, _b, _c, width, low) => {
      if (a.kind !== Kind.and && a.kind !== Kind.or && a.kind !== Kind.xor) return null;
      const right = knownSlice(t, a.b!, low, width);
      const known = right >= 0n ? right : knownSlice(t, a.a!, low, width);
      if (known !== 0n && known !== BigInt(onesOf(width))) return null;
      const x = t.extract(right >= 0n ? a.a! : a.b!, low, width);
      const k = t.constant(width, known);
      return a.kind === Kind.and ? t.and(x, k) : a.kind === Kind.or ? t.or(x, k) : t.xor(x, k);
    },
    2,
  ),
];

/** The values a term takes as a condition decides, where both are constants: of ite, zext and sext of a condition. */
interface ConstantChoice {
  readonly condition: Term;
  readonly yes: Term;
  readonly no: Term;
}

function constantChoice(t: Terms, x: Term): ConstantChoice | null {
  if (x.kind === Kind.ite)
    return isConstantTerm(x.b!) && isConstantTerm(x.c!) ? { condition: x.a!, yes: x.b!, no: x.c! } : null;
  if ((x.kind !== Kind.zext && x.kind !== Kind.sext) || x.a!.width !== 1) return null;
  const yes = t.constant(x.width, x.kind === Kind.zext ? 1 : -1);
  return { condition: x.a!, yes, no: t.constant(x.width, 0) };
}

/** Two choices of constants side by side, if one condition (or its complement) decides both. */
function joinChoices(t: Terms, a: Term, b: Term): Term | null {
  const high = constantChoice(t, a);
  const low = constantChoice(t, b);
  if (high === null || low === null) {
    // Beside a constant only an ite is a choice: a shifted condition stays visible as a bit.
    if (a.kind === Kind.ite && high !== null && isConstantTerm(b))
      return t.ite(high.condition, t.concat(high.yes, b), t.concat(high.no, b));
    if (b.kind === Kind.ite && low !== null && isConstantTerm(a))
      return t.ite(low.condition, t.concat(a, low.yes), t.concat(a, low.no));
    return null;
  }
  if (high.condition === low.condition)
    return t.ite(high.condition, t.concat(high.yes, low.yes), t.concat(high.no, low.no));
  if (!areComplements(high.condition, low.condition)) return null;
  return t.ite(high.condition, t.concat(high.yes, low.no), t.concat(high.no, low.yes));
}

const concatRules: readonly Rule[] = [
  rule(
    'concat-choices',
    'concat',
    'concat(ite(c, x, y), ite(c, z, w)); with constants also zext(c), sext(c), !c and a constant neighbour',
    'ite(c, concat(x, z), concat(y, w))',
    (t, a, b) => {
      if (a.kind === Kind.ite && b.kind === Kind.ite && a.a === b.a)
        return t.ite(a.a!, t.concat(a.b!, b.b!), t.concat(a.c!, b.c!));
      return joinChoices(t, a, b);
    },
  ),
  rule('concat-nest-right', 'concat', 'concat(concat(x, y), z)', 'concat(x, concat(y, z))', (t, a, b) =>
    a.kind === Kind.concat ? t.concat(a.a!, t.concat(a.b!, b)) : null,
  ),
  rule('concat-zero', 'concat', 'concat(0, x)', 'zext(x)', (t, a, b, _c, width) =>
    isZero(a) ? t.zext(b, width) : null,
  ),
  rule('concat-zext', 'concat', 'concat(zext(x), y)', 'zext(concat(x, y))', (t, a, b, _c, width) =>
    a.kind === Kind.zext ? t.zext(t.concat(a.a!, b), width) : null,
  ),
  rule(
    'concat-constants',
    'concat',
    'concat(k1, concat(k2, x)) or concat(k, zext(x))',
    'concat(k1 k2, x)',
    (t, a, b) => {
      if (!isConstantTerm(a)) return null;
      if (b.kind === Kind.concat && isConstantTerm(b.a!)) return t.concat(t.concat(a, b.a!), b.b!);
      if (b.kind !== Kind.zext) return null;
      return t.concat(t.concat(a, t.constant(b.width - b.a!.width, 0)), b.a!);
    },
  ),
  rule('concat-adjacent', 'concat', 'concat(x[h:m], x[m-1:l])', 'x[h:l]', (t, a, b) => adjacent(t, a, b)),
  rule('concat-adjacent-head', 'concat', 'concat(x[h:m], concat(x[m-1:l], y))', 'concat(x[h:l], y)', (t, a, b) => {
    if (b.kind !== Kind.concat) return null;
    const merged = adjacent(t, a, b.a!);
    return merged === null ? null : t.concat(merged, b.b!);
  }),
  rule('concat-sign', 'concat', 'concat(copies of the top bit of x, x)', 'sext(x)', (t, a, b, _c, width) => {
    const sign = a.kind === Kind.sext && a.a!.width === 1 ? a.a! : a.width === 1 ? a : null;
    // Only an extract can be the top bit of something else, or the operand itself where that is one bit wide.
    if (sign === null || (sign.kind !== Kind.extract && sign !== b)) return null;
    return topBit(t, b) === sign ? t.sext(b, width) : null;
  }),
];

const extendRules: readonly Rule[] = [
  rule('zext-zext', 'zext', 'zext(zext(x))', 'zext(x)', (t, a, _b, _c, width) =>
    a.kind === Kind.zext ? t.zext(a.a!, width) : null,
  ),
  rule('sext-sext', 'sext', 'sext(sext(x))', 'sext(x)', (t, a, _b, _c, width) =>
    a.kind === Kind.sext ? t.sext(a.a!, width) : null,
  ),
  rule('sext-zext', 'sext', 'sext(zext(x))', 'zext(x)', (t, a, _b, _c, width) =>
    a.kind === Kind.zext ? t.zext(a.a!, width) : null,
  ),
  rule('zext-sext-bit', 'zext', 'zext(sext(c)), c one bit', 'ite(c, ones, 0)', (t, a, _b, _c, width) =>
    a.kind === Kind.sext && a.a!.width === 1
      ? t.ite(a.a!, t.constant(width, onesOf(a.width)), t.constant(width, 0))
      : null,
  ),
  rule(
    'zext-arithmetic',
    'zext',
    'zext(x + y) or zext(x * y), operands zext or constant, summands also multiples, known not to overflow',
    'zext(x) + zext(y) or zext(x) * zext(y)',
    (t, a, _b, _c, width) => {
      if (a.kind === Kind.add) return widenedSum(t, a, width);
      if (a.kind !== Kind.mul) return null;
      const { a: x, b: y } = a;
      if (x!.kind !== Kind.zext || (y!.kind !== Kind.zext && !isConstantTerm(y!))) return null;
      if (BigInt(t.facts.of(x!).max) * BigInt(t.facts.of(y!).max) > BigInt(onesOf(a.width))) return null;
      return t.mul(t.zext(x!, width), t.zext(y!, width));
    },
    2,
  ),
  rule(
    'sext-non-negative',
    'sext',
    'sext(x), x known to be >= 0',
    'zext(x)',
    (t, a, _b, _c, width) => (signBit(t.facts.of(a).max, a.width) ? null : t.zext(a, width)),
    2,
  ),
];

export const sliceRules: readonly Rule[] = [...extractRules, ...concatRules, ...extendRules];

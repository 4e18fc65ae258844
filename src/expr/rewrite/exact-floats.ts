/**
 * Floats that are integers, exactly: up to 2^53 (2^24 for `float`) every integer is a double, so sums, differences and products
 * of integers that stay below are those of the integers. An adder of a few bits then stands for a circuit that aligns, adds,
 * normalises and rounds.
 */
import { floatOf } from '../float-meaning.ts';
import { Kind } from '../kinds.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { type Rule, rule } from './rule.ts';
import { isConstantTerm } from './shape.ts';
import { fits, isNonNegative, type Span, spanOf, spanOfNumber, sumOfSpans } from './spans.ts';

/** Bits of precision: every integer of so many bits is exact. */
export const precision = (width: number): number => (width === 32 ? 24 : 53);

interface ExactFloat {
  readonly span: Span;
  /** The integer modulo 2^width. */
  readonly in: (width: number) => Term;
}

/** The integer that a float is, where it is one for certain and converted without rounding. */
function exactInteger(t: Terms, term: Term): ExactFloat | null {
  const most = 2 ** precision(term.width);
  if (isConstantTerm(term)) {
    const value = floatOf(term.value, term.width);
    if (!Number.isInteger(value) || Object.is(value, -0) || Math.abs(value) > most) return null;
    return { span: spanOfNumber(value), in: (width) => t.constant(width, BigInt.asUintN(width, BigInt(value))) };
  }
  if (term.kind !== Kind.stof && term.kind !== Kind.utof) return null;
  const isSigned = term.kind === Kind.stof;
  const span = convertedSpan(t, term.a!, isSigned);
  if (span === null || span.min < -most || span.max > most) return null;
  const x = term.a!;
  return {
    span,
    in: (width) => (width < x.width ? t.extract(x, 0, width) : isSigned ? t.sext(x, width) : t.zext(x, width)),
  };
}

/** Null where it is too large to matter. */
function convertedSpan(t: Terms, integer: Term, isSigned: boolean): Span | null {
  const { width } = integer;
  const linear = spanOf(t, integer);
  if (fits(linear, width) && (isSigned || isNonNegative(linear))) return linear;
  if (width > 53) return null;
  return isSigned ? { min: -(2 ** (width - 1)), max: 2 ** (width - 1) - 1 } : { min: 0, max: 2 ** width - 1 };
}

/** Whether a conversion does not round. */
export function convertsExactly(t: Terms, term: Term): boolean {
  return !isConstantTerm(term) && exactInteger(t, term) !== null;
}

/** Bits that hold every integer of the span as signed numbers. */
function bitsFor({ min, max }: Span): number {
  let bits = 1;
  while (min < -(2 ** (bits - 1)) || max >= 2 ** (bits - 1)) bits++;
  return bits;
}

function productOfSpans(x: Span, y: Span): Span {
  return { min: x.min * y.min, max: x.max * y.max };
}

/** The result as a converted integer; null where it may round, or be a zero with a sign. */
function exactResult(t: Terms, kind: Kind, a: Term, b: Term): Term | null {
  const x = exactInteger(t, a);
  const y = x === null ? null : exactInteger(t, b);
  if (x === null || y === null) return null;
  if (kind === Kind.fmul && !(isNonNegative(x.span) && isNonNegative(y.span))) return null;
  const right = kind === Kind.fsub ? { min: -y.span.max, max: -y.span.min } : y.span;
  const span = kind === Kind.fmul ? productOfSpans(x.span, right) : sumOfSpans(x.span, right);
  const most = 2 ** precision(a.width);
  if (!(span.min >= -most && span.max <= most)) return null;
  const bits = bitsFor(span);
  const [left, other] = [x.in(bits), y.in(bits)];
  const integer =
    kind === Kind.fmul ? t.mul(left, other) : kind === Kind.fsub ? t.sub(left, other) : t.add(left, other);
  return t.stof(integer, a.width);
}

export const exactFloatRules: readonly Rule[] = [
  rule(
    'float-sum-of-integers',
    ['fadd', 'fsub'],
    '(float)x op (float)y or a constant, all exact',
    '(float)(x op y)',
    (t, a, b, _c, _width, _low, kind) => exactResult(t, kind, a, b),
    2,
  ),
  rule(
    'float-product-of-integers',
    'fmul',
    '(float)x * (float)y or a constant, all exact and not negative',
    '(float)(x * y)',
    (t, a, b, _c, _width, _low, kind) => exactResult(t, kind, a, b),
    2,
  ),
];

/**
 * long double: x87's 80 bits, or IEEE's 128 on wasm32, correctly rounded to nearest.
 *
 * A value that is also a double is carried as a JS number, which keeps the frequent ones cheap; any other as the bigint of its bits.
 * Every value has one of these forms and not the other, so that equal values are identical. Results are computed exactly as
 * `mantissa * 2^exponent` and then rounded once. Symbolic ones are terms: long-double-terms.ts.
 */

import type { Scalar } from '../../expr/scalar.ts';
import { fromBigInt } from '../../expr/scalar.ts';
import type { FloatOperator } from '../../program/operators.ts';
import type { FloatFormat } from '../../program/types.ts';

export type LongDouble = number | bigint;
export type LongFormat = 'x86_fp80' | 'fp128';

export function isLongDouble(format: FloatFormat): format is LongFormat {
  return format === 'x86_fp80' || format === 'fp128';
}

/** Whether it is a value of ours, rather than a term or nothing at all. */
export function isKnownLong(value: unknown): value is LongDouble {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A finite number: the sign apart, `mantissa * 2^exponent`. */
interface Parts {
  readonly negative: boolean;
  readonly mantissa: bigint;
  readonly exponent: number;
}

interface Shape {
  /** Bits of the mantissa, the leading one included. */
  readonly precision: number;
  /** How many of them are stored. */
  readonly stored: number;
  /** The exponent of the least number above zero. */
  readonly least: number;
  readonly greatestPower: number;
}

const BIAS = 16383;
const SHAPES: Record<LongFormat, Shape> = {
  x86_fp80: { precision: 64, stored: 64, least: -16445, greatestPower: BIAS },
  fp128: { precision: 113, stored: 112, least: -16494, greatestPower: BIAS },
};
const DOUBLE: Shape = { precision: 53, stored: 52, least: -1074, greatestPower: 1023 };
const SINGLE: Shape = { precision: 24, stored: 23, least: -149, greatestPower: 127 };

function lengthOf(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

const view = new DataView(new ArrayBuffer(8));

function partsOf(value: LongDouble, format: LongFormat): Parts {
  if (typeof value === 'number') {
    view.setFloat64(0, value);
    const bits = view.getBigUint64(0);
    const field = Number((bits >> 52n) & 0x7ffn);
    const fraction = bits & 0xf_ffff_ffff_ffffn;
    const mantissa = field === 0 ? fraction : fraction | (1n << 52n);
    return { negative: bits >> 63n === 1n, mantissa, exponent: Math.max(field, 1) - 1075 };
  }
  const { precision, stored } = SHAPES[format];
  const field = Number((value >> BigInt(stored)) & 0x7fffn);
  const fraction = value & ((1n << BigInt(stored)) - 1n);
  const mantissa = stored < precision && field > 0 ? fraction | (1n << BigInt(stored)) : fraction;
  const negative = value >> BigInt(stored + 15) === 1n;
  return { negative, mantissa, exponent: Math.max(field, 1) - BIAS - (precision - 1) };
}

/** To nearest, ties to even. `isMore`: the number is a little larger than it says, by less than its last bit. */
function roundedParts({ negative, mantissa, exponent }: Parts, { precision, least }: Shape, isMore: boolean): Parts {
  const drop = Math.max(lengthOf(mantissa) - precision, least - exponent);
  if (drop <= 0) return { negative, mantissa, exponent };
  const half = 1n << BigInt(drop - 1);
  const rest = mantissa & ((half << 1n) - 1n);
  const kept = mantissa >> BigInt(drop);
  const up = rest > half || (rest === half && (isMore || (kept & 1n) === 1n));
  return { negative, mantissa: up ? kept + 1n : kept, exponent: exponent + drop };
}

/** The number in a shape as a JS number; null where a double does not have it. */
function asNumber({ negative, mantissa, exponent }: Parts, { greatestPower }: Shape): number | null {
  const sign = negative ? -1 : 1;
  if (mantissa === 0n) return sign * 0;
  const power = lengthOf(mantissa) - 1 + exponent;
  if (power > greatestPower) return sign * Number.POSITIVE_INFINITY;
  const zeros = lengthOf(mantissa & -mantissa) - 1;
  const significant = mantissa >> BigInt(zeros);
  const last = exponent + zeros;
  if (lengthOf(significant) > DOUBLE.precision || last < DOUBLE.least || power > DOUBLE.greatestPower) return null;
  // In two steps: the power alone may be too small for a double although the product is not.
  const step = Math.max(last, -1000);
  return sign * Number(significant) * 2 ** step * 2 ** (last - step);
}

function rounded(parts: Parts, format: LongFormat, isMore = false): LongDouble {
  const shape = SHAPES[format];
  const result = roundedParts(parts, shape, isMore);
  const number = asNumber(result, shape);
  if (number !== null) return number;
  const { negative, mantissa, exponent } = result;
  const { precision, stored, least } = shape;
  const power = lengthOf(mantissa) - 1 + exponent;
  const isNormal = power >= 1 - BIAS;
  const field = isNormal ? power + BIAS : 0;
  const shift = isNormal ? precision - lengthOf(mantissa) : exponent - least;
  const aligned = shift >= 0 ? mantissa << BigInt(shift) : mantissa >> BigInt(-shift);
  const fraction = aligned & ((1n << BigInt(stored)) - 1n);
  return (BigInt(negative ? 1 : 0) << BigInt(stored + 15)) | (BigInt(field) << BigInt(stored)) | fraction;
}

/* --- what memory holds ------------------------------------------------------------------------------------------------------------ */

export function packLongDouble(value: LongDouble, format: LongFormat): Scalar {
  if (typeof value === 'bigint') return fromBigInt(value);
  const { precision, stored } = SHAPES[format];
  const one = stored === precision ? 1n << BigInt(stored - 1) : 0n;
  const { negative, mantissa, exponent } = partsOf(value, format);
  const sign = BigInt(negative ? 1 : 0) << BigInt(stored + 15);
  if (!Number.isFinite(value)) {
    const quiet = Number.isNaN(value) ? 1n << BigInt(precision - 2) : 0n;
    return fromBigInt(sign | (0x7fffn << BigInt(stored)) | one | quiet);
  }
  if (mantissa === 0n) return fromBigInt(sign);
  const field = BigInt(lengthOf(mantissa) - 1 + exponent + BIAS) << BigInt(stored);
  const aligned = mantissa << BigInt(precision - lengthOf(mantissa));
  return fromBigInt(sign | field | (aligned & ((1n << BigInt(stored)) - 1n)));
}

export function unpackLongDouble(bits: Scalar, format: LongFormat): LongDouble {
  const { stored, precision } = SHAPES[format];
  const big = BigInt(bits);
  const isTiny = ((big >> BigInt(stored)) & 0x7fffn) === 0n;
  // Without its leading bit, the processor takes it for no number.
  if (stored === precision && !isTiny && ((big >> BigInt(stored - 1)) & 1n) === 0n) return Number.NaN;
  if (Number((big >> BigInt(stored)) & 0x7fffn) !== 0x7fff) return rounded(partsOf(big, format), format);
  const fraction = big & ((1n << BigInt(precision - 1)) - 1n);
  if (fraction !== 0n) return Number.NaN;
  return big >> BigInt(stored + 15) === 1n ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/* --- arithmetic ------------------------------------------------------------------------------------------------------------------- */

/** A double with the same sign that is zero, finite or infinite as it is: enough where one operand is special. */
function stand(value: LongDouble, format: LongFormat): number {
  return typeof value === 'number' ? value : partsOf(value, format).negative ? -1 : 1;
}

export function longArithmetic(operator: FloatOperator, x: LongDouble, y: LongDouble, format: LongFormat): LongDouble {
  const [a, b] = [stand(x, format), stand(y, format)];
  const special = a === 0 || b === 0 || !Number.isFinite(a) || !Number.isFinite(b);
  if (operator === 'fsub') return longArithmetic('fadd', x, negated(y, format), format);
  if (special) {
    if (operator === 'fadd') return a === 0 && b !== 0 ? y : b === 0 && a !== 0 ? x : a + b;
    if (operator === 'fmul') return a * b;
    if (operator === 'fdiv') return a / b;
    return Number.isFinite(a) && Math.abs(b) === Number.POSITIVE_INFINITY ? x : a % b;
  }
  const [p, q] = [partsOf(x, format), partsOf(y, format)];
  const negative = p.negative !== q.negative;
  switch (operator) {
    case 'fadd': {
      const exponent = Math.min(p.exponent, q.exponent);
      const sum = signed(p, exponent) + signed(q, exponent);
      return rounded({ negative: sum < 0n, mantissa: sum < 0n ? -sum : sum, exponent }, format);
    }
    case 'fmul':
      return rounded({ negative, mantissa: p.mantissa * q.mantissa, exponent: p.exponent + q.exponent }, format);
    case 'fdiv': {
      // Two bits more than are kept, and whether anything follows them, decide how to round.
      const wanted = SHAPES[format].precision + 2;
      const shift = Math.max(0, wanted + lengthOf(q.mantissa) - lengthOf(p.mantissa));
      const dividend = p.mantissa << BigInt(shift);
      const parts = { negative, mantissa: dividend / q.mantissa, exponent: p.exponent - q.exponent - shift };
      return rounded(parts, format, dividend % q.mantissa !== 0n);
    }
    case 'frem': {
      const exponent = Math.min(p.exponent, q.exponent);
      const rest = aligned(p, exponent) % aligned(q, exponent);
      return rounded({ negative: p.negative, mantissa: rest, exponent }, format);
    }
  }
}

function aligned({ mantissa, exponent }: Parts, to: number): bigint {
  return mantissa << BigInt(exponent - to);
}

function signed(parts: Parts, to: number): bigint {
  return parts.negative ? -aligned(parts, to) : aligned(parts, to);
}

function negated(value: LongDouble, format: LongFormat): LongDouble {
  return typeof value === 'number' ? -value : value ^ (1n << BigInt(SHAPES[format].stored + 15));
}

/** Two doubles that compare as they do. */
export function comparable(x: LongDouble, y: LongDouble, format: LongFormat): [x: number, y: number] {
  if (typeof x === 'number' && typeof y === 'number') return [x, y];
  const [a, b] = [stand(x, format), stand(y, format)];
  if (!Number.isFinite(a) || !Number.isFinite(b)) return [a, b];
  const [p, q] = [partsOf(x, format), partsOf(y, format)];
  const exponent = Math.min(p.exponent, q.exponent);
  const [left, right] = [signed(p, exponent), signed(q, exponent)];
  return [left < right ? -1 : left > right ? 1 : 0, 0];
}

/** Null for what is not done. */
export function longUnary(operation: string, value: LongDouble, format: LongFormat): LongDouble | null {
  const { negative, mantissa, exponent } = partsOf(value, format);
  switch (operation) {
    case 'fneg':
      return negated(value, format);
    case 'fabs':
      return typeof value === 'number' ? Math.abs(value) : negative ? negated(value, format) : value;
    case 'fsqrt':
      if (typeof value === 'number' && !(value > 0 && Number.isFinite(value))) return Math.sqrt(value);
      return negative ? Number.NaN : squareRoot(mantissa, exponent, format);
    default:
      return null;
  }
}

function squareRoot(mantissa: bigint, exponent: number, format: LongFormat): LongDouble {
  let shift = Math.max(0, 2 * SHAPES[format].precision + 4 - lengthOf(mantissa));
  if ((exponent - shift) % 2 !== 0) shift++;
  const square = mantissa << BigInt(shift);
  let root = 1n << BigInt((lengthOf(square) >> 1) + 1);
  for (let next = (root + square / root) >> 1n; next < root; next = (root + square / root) >> 1n) root = next;
  const parts = { negative: false, mantissa: root, exponent: (exponent - shift) / 2 };
  return rounded(parts, format, root * root !== square);
}

/* --- conversions ------------------------------------------------------------------------------------------------------------------- */

export function longToFloat(value: LongDouble, format: LongFormat, to: 'float' | 'double'): number {
  if (typeof value === 'number') return to === 'float' ? Math.fround(value) : value;
  const shape = to === 'float' ? SINGLE : DOUBLE;
  return asNumber(roundedParts(partsOf(value, format), shape, false), shape)!;
}

/** Without its fraction. */
export function longToInteger(value: bigint, format: LongFormat): bigint {
  const { negative, mantissa, exponent } = partsOf(value, format);
  const whole = exponent >= 0 ? mantissa << BigInt(exponent) : mantissa >> BigInt(-exponent);
  return negative ? -whole : whole;
}

export function integerToLong(value: bigint, format: LongFormat): LongDouble {
  return rounded({ negative: value < 0n, mantissa: value < 0n ? -value : value, exponent: 0 }, format);
}

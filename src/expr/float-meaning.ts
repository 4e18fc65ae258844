import { InternalError } from '../program/errors.ts';
import { Kind, RoundingMode } from './kinds.ts';
import { fromBigInt, maskOf, type Scalar, toSigned } from './scalar.ts';

/**
 * Floats on concrete patterns. Doubles are JS's own numbers. For 32 bits each operation is done in double and rounded
 * once more by Math.fround: with 53 >= 2 * 24 + 2 bits of precision the two roundings of +, -, *, / and square root
 * always give what one rounding would (Figueroa, 1995). Where that does not hold (wide integers to float) the value is
 * first rounded to odd, which keeps the sticky information that the second rounding needs.
 */

const buffer = new DataView(new ArrayBuffer(8));
const TWO_32 = 2 ** 32;
const NAN_32 = 0x7fc00000;
const NAN_64 = 0x7ff8000000000000n;

/** The number a pattern stands for. */
export function floatOf(bits: Scalar, width: number): number {
  if (width === 32) {
    buffer.setUint32(0, bits as number);
    return buffer.getFloat32(0);
  }
  if (typeof bits === 'number') {
    buffer.setUint32(0, Math.floor(bits / TWO_32));
    buffer.setUint32(4, bits >>> 0);
  } else buffer.setBigUint64(0, bits);
  return buffer.getFloat64(0);
}

/** The pattern of a number, rounded to the width; every NaN becomes the canonical quiet one. */
export function bitsOfFloat(value: number, width: number): Scalar {
  if (width === 32) {
    if (Number.isNaN(value)) return NAN_32;
    buffer.setFloat32(0, value);
    return buffer.getUint32(0);
  }
  if (Number.isNaN(value)) return NAN_64;
  buffer.setFloat64(0, value);
  const high = buffer.getUint32(0);
  return high < 0x200000 ? high * TWO_32 + buffer.getUint32(4) : buffer.getBigUint64(0);
}

export function floatArithmetic(kind: Kind, width: number, x: Scalar, y: Scalar): Scalar {
  const a = floatOf(x, width);
  const b = floatOf(y, width);
  switch (kind) {
    case Kind.fadd:
      return bitsOfFloat(a + b, width);
    case Kind.fsub:
      return bitsOfFloat(a - b, width);
    case Kind.fmul:
      return bitsOfFloat(a * b, width);
    case Kind.fdiv:
      return bitsOfFloat(a / b, width);
    case Kind.frem:
      return bitsOfFloat(a % b, width);
    default:
      throw new InternalError(`kind ${kind} has no float meaning`);
  }
}

export function floatCompare(kind: Kind, width: number, x: Scalar, y: Scalar): Scalar {
  const a = floatOf(x, width);
  const b = floatOf(y, width);
  if (kind === Kind.feq) return a === b ? 1 : 0;
  if (kind === Kind.flt) return a < b ? 1 : 0;
  return a <= b ? 1 : 0;
}

export function floatUnaryMeaning(kind: Kind, width: number, mode: RoundingMode, x: Scalar): Scalar {
  const a = floatOf(x, width);
  return bitsOfFloat(kind === Kind.fsqrt ? Math.sqrt(a) : roundToIntegral(a, mode), width);
}

export function convertFloat(x: Scalar, from: number, width: number): Scalar {
  return bitsOfFloat(floatOf(x, from), width);
}

export function integerToFloat(x: Scalar, from: number, width: number, isSigned: boolean): Scalar {
  const value = isSigned ? toSigned(x, from) : BigInt(x);
  return bitsOfFloat(Number(width === 32 ? roundToOdd(value) : value), width);
}

export function floatToInteger(x: Scalar, from: number, width: number, isSigned: boolean): Scalar {
  const value = Math.trunc(floatOf(x, from));
  if (Number.isNaN(value)) return 0;
  const most = isSigned ? maskOf(width - 1) : maskOf(width);
  const least = isSigned ? -most - 1n : 0n;
  // Compared as bigints: a bound such as 2^63 - 1 has no exact double.
  const exact = value === Infinity ? most : value === -Infinity ? least : BigInt(value);
  if (exact > most) return fromBigInt(most);
  if (exact < least) return fromBigInt(least & maskOf(width));
  return fromBigInt(exact & maskOf(width));
}

function roundToIntegral(value: number, mode: RoundingMode): number {
  switch (mode) {
    case RoundingMode.towardPositive:
      return Math.ceil(value);
    case RoundingMode.towardNegative:
      return Math.floor(value);
    case RoundingMode.towardZero:
      return Math.trunc(value);
    default: {
      const whole = Math.trunc(value);
      const rest = Math.abs(value - whole);
      const away = rest > 0.5 || (rest === 0.5 && (mode === RoundingMode.nearestAway || Math.abs(whole) % 2 === 1));
      return away ? whole + Math.sign(value) : whole;
    }
  }
}

/** Cuts to 53 significant bits, setting the last one if anything was lost. */
function roundToOdd(value: bigint): bigint {
  const magnitude = value < 0n ? -value : value;
  const excess = magnitude.toString(2).length - 53;
  if (excess <= 0) return value;
  const shift = BigInt(excess);
  const kept = magnitude >> shift;
  const odd = kept << shift === magnitude ? kept : kept | 1n;
  return value < 0n ? -(odd << shift) : odd << shift;
}

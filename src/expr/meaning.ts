import { InternalError } from '../program/errors.ts';
import {
  convertFloat,
  floatArithmetic,
  floatCompare,
  floatToInteger,
  floatUnaryMeaning,
  integerToFloat,
} from './float-meaning.ts';
import type { RoundingMode } from './kinds.ts';
import { Kind } from './kinds.ts';
import { fromBigInt, maskOf, type Scalar, toSigned, wrap } from './scalar.ts';

/**
 * What each kind computes on concrete operands: the one definition that constant folding and evaluation share. Operands
 * and results are canonical scalars. Up to 32 bits everything is done in JS's 32-bit integer arithmetic; beyond, plain
 * numbers are used wherever the exact result is a safe integer, and bigints only where it is not.
 */

const SAFE = Number.MAX_SAFE_INTEGER;
const TWO_32 = 2 ** 32;

/** Two-operand kinds over operands of `width` bits. */
export function applyBinary(kind: Kind, width: number, x: Scalar, y: Scalar): Scalar {
  if (kind >= Kind.fadd) return applyFloatBinary(kind, width, x, y);
  if (width <= 32) return applyNarrow(kind, width, x as number, y as number);
  if (typeof x === 'number' && typeof y === 'number') {
    const quick = applySafe(kind, width, x, y);
    if (quick >= 0) return quick;
  }
  return applyBig(kind, width, BigInt(x), BigInt(y));
}

/** One-operand kinds: from `from` bits to `width` bits; `low` as in the term. */
export function applyUnary(kind: Kind, from: number, width: number, low: number, x: Scalar): Scalar {
  switch (kind) {
    case Kind.not:
      if (width <= 32) return width === 32 ? ~(x as number) >>> 0 : ~(x as number) & ((1 << width) - 1);
      return fromBigInt(maskOf(width) - BigInt(x));
    case Kind.neg:
      if (x === 0) return 0;
      if (width <= 32) return width === 32 ? -(x as number) >>> 0 : -(x as number) & ((1 << width) - 1);
      if (width <= 53) return 2 ** width - (x as number);
      return wrap(-BigInt(x), width);
    case Kind.extract:
      return extractBits(x, low, width);
    case Kind.zext:
      return x;
    case Kind.sext:
      return signExtend(x, from, width);
    case Kind.fsqrt:
    case Kind.fround:
      return floatUnaryMeaning(kind, width, low as RoundingMode, x);
    case Kind.fconvert:
      return convertFloat(x, from, width);
    case Kind.stof:
    case Kind.utof:
      return integerToFloat(x, from, width, kind === Kind.stof);
    case Kind.ftos:
    case Kind.ftou:
      return floatToInteger(x, from, width, kind === Kind.ftos);
    default:
      throw new InternalError(`kind ${kind} has no unary meaning`);
  }
}

/** `x` above `y`, which has `lowWidth` bits. */
export function joinBits(x: Scalar, y: Scalar, lowWidth: number): Scalar {
  if (x === 0) return y;
  if (typeof x === 'number' && typeof y === 'number' && lowWidth <= 53) {
    const high = x * 2 ** lowWidth;
    if (high <= SAFE) return high + y;
  }
  return fromBigInt((BigInt(x) << BigInt(lowWidth)) | BigInt(y));
}

export function extractBits(x: Scalar, low: number, width: number): Scalar {
  if (typeof x === 'number') {
    if (x < TWO_32 && width <= 32) {
      if (low >= 32) return 0;
      const shifted = x >>> low;
      return width === 32 ? shifted : (shifted & (width === 31 ? 0x7fffffff : (1 << width) - 1)) >>> 0;
    }
    const shifted = low === 0 ? x : Math.floor(x / 2 ** low);
    return width >= 53 ? shifted : shifted % 2 ** width;
  }
  return wrap(x >> BigInt(low), width);
}

export function signExtend(x: Scalar, from: number, width: number): Scalar {
  if (!signBit(x, from)) return x;
  if (width <= 53) return (x as number) + (2 ** width - 2 ** from);
  return fromBigInt(BigInt(x) + (maskOf(width) - maskOf(from)));
}

export function signBit(x: Scalar, width: number): boolean {
  return typeof x === 'number' ? width <= 54 && x >= 2 ** (width - 1) : x >> BigInt(width - 1) !== 0n;
}

/** The all-ones scalar. */
export function onesOf(width: number): Scalar {
  return width <= 53 ? 2 ** width - 1 : maskOf(width);
}

function applyNarrow(kind: Kind, width: number, x: number, y: number): number {
  switch (kind) {
    case Kind.and:
      return (x & y) >>> 0;
    case Kind.or:
      return (x | y) >>> 0;
    case Kind.xor:
      return (x ^ y) >>> 0;
    case Kind.add:
      return cut(x + y, width);
    case Kind.mul:
      return cut(Math.imul(x, y), width);
    case Kind.udiv:
      return y === 0 ? cut(-1, width) : (x / y) >>> 0;
    case Kind.urem:
      return y === 0 ? x : x % y;
    case Kind.sdiv: {
      const dividend = signed(x, width);
      if (y === 0) return dividend < 0 ? 1 : cut(-1, width);
      return cut((dividend / signed(y, width)) | 0, width);
    }
    case Kind.srem:
      return y === 0 ? x : cut(signed(x, width) % signed(y, width), width);
    case Kind.shl:
      return y >= width ? 0 : cut(x << y, width);
    case Kind.lshr:
      return y >= width ? 0 : x >>> y;
    case Kind.ashr:
      return cut(signed(x, width) >> (y >= width ? width - 1 : y), width);
    case Kind.eq:
      return x === y ? 1 : 0;
    case Kind.ult:
      return x < y ? 1 : 0;
    case Kind.ule:
      return x <= y ? 1 : 0;
    case Kind.slt:
      return signed(x, width) < signed(y, width) ? 1 : 0;
    case Kind.sle:
      return signed(x, width) <= signed(y, width) ? 1 : 0;
    default:
      throw new InternalError(`kind ${kind} has no binary meaning`);
  }
}

function cut(value: number, width: number): number {
  return width === 32 ? value >>> 0 : value & ((1 << width) - 1);
}

function signed(value: number, width: number): number {
  const unused = 32 - width;
  return (value << unused) >> unused;
}

/** Operands beyond 32 bits that are safe integers: the result, or -1 where numbers do not suffice. */
function applySafe(kind: Kind, width: number, x: number, y: number): number {
  switch (kind) {
    case Kind.and:
      return halves(x, y, (x & y) >>> 0, Math.floor(x / TWO_32) & Math.floor(y / TWO_32));
    case Kind.or:
      return halves(x, y, (x | y) >>> 0, Math.floor(x / TWO_32) | Math.floor(y / TWO_32));
    case Kind.xor:
      return halves(x, y, (x ^ y) >>> 0, Math.floor(x / TWO_32) ^ Math.floor(y / TWO_32));
    case Kind.add: {
      const sum = x + y;
      if (sum > SAFE) return -1;
      return width <= 52 && sum >= 2 ** width ? sum - 2 ** width : sum;
    }
    case Kind.mul: {
      const product = x * y;
      if (product > SAFE) return -1;
      return width <= 52 ? product % 2 ** width : product;
    }
    case Kind.udiv:
      return y === 0 ? -1 : (x - (x % y)) / y;
    case Kind.urem:
      return y === 0 ? x : x % y;
    case Kind.lshr:
      return y >= 64 ? 0 : Math.floor(x / 2 ** y);
    case Kind.eq:
      return x === y ? 1 : 0;
    case Kind.ult:
      return x < y ? 1 : 0;
    case Kind.ule:
      return x <= y ? 1 : 0;
    case Kind.slt:
      return width > 53 ? (x < y ? 1 : 0) : -1;
    case Kind.sle:
      return width > 53 ? (x <= y ? 1 : 0) : -1;
    default:
      return -1;
  }
}

function halves(x: number, y: number, low: number, high: number): number {
  return x < TWO_32 && y < TWO_32 ? low : high * TWO_32 + low;
}

function applyBig(kind: Kind, width: number, x: bigint, y: bigint): Scalar {
  switch (kind) {
    case Kind.and:
      return fromBigInt(x & y);
    case Kind.or:
      return fromBigInt(x | y);
    case Kind.xor:
      return fromBigInt(x ^ y);
    case Kind.add:
      return wrap(x + y, width);
    case Kind.mul:
      return wrap(x * y, width);
    case Kind.udiv:
      return y === 0n ? onesOf(width) : fromBigInt(x / y);
    case Kind.urem:
      return y === 0n ? fromBigInt(x) : fromBigInt(x % y);
    case Kind.sdiv: {
      const dividend = toSigned(x, width);
      if (y === 0n) return dividend < 0n ? 1 : onesOf(width);
      return wrap(dividend / toSigned(y, width), width);
    }
    case Kind.srem:
      return y === 0n ? fromBigInt(x) : wrap(toSigned(x, width) % toSigned(y, width), width);
    case Kind.shl:
      return y >= BigInt(width) ? 0 : wrap(x << y, width);
    case Kind.lshr:
      return y >= BigInt(width) ? 0 : fromBigInt(x >> y);
    case Kind.ashr:
      return wrap(toSigned(x, width) >> (y >= BigInt(width) ? BigInt(width - 1) : y), width);
    case Kind.eq:
      return x === y ? 1 : 0;
    case Kind.ult:
      return x < y ? 1 : 0;
    case Kind.ule:
      return x <= y ? 1 : 0;
    case Kind.slt:
      return toSigned(x, width) < toSigned(y, width) ? 1 : 0;
    case Kind.sle:
      return toSigned(x, width) <= toSigned(y, width) ? 1 : 0;
    default:
      throw new InternalError(`kind ${kind} has no binary meaning`);
  }
}

function applyFloatBinary(kind: Kind, width: number, x: Scalar, y: Scalar): Scalar {
  return kind >= Kind.feq ? floatCompare(kind, width, x, y) : floatArithmetic(kind, width, x, y);
}

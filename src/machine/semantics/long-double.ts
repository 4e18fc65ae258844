/**
 * long double (x87's 80 bits, or IEEE's 128 on wasm32) is carried as a JS double. Loading, storing and converting from
 * and to double are exact for every value a double can hold. Arithmetic is done where its result is one of these too: what
 * needs no rounding in a double needs none in a wider format. Otherwise it is refused by name, rather than done in the wrong
 * precision.
 */

import type { Scalar } from '../../expr/scalar.ts';
import { fromBigInt } from '../../expr/scalar.ts';
import type { FloatOperator } from '../../program/instructions.ts';
import type { FloatFormat } from '../../program/types.ts';

export function isLongDouble(format: FloatFormat): boolean {
  return format === 'x86_fp80' || format === 'fp128';
}

/** Null where the result would have to be rounded, or is so large or small that this cannot tell. */
export function exactArithmetic(operator: FloatOperator, x: number, y: number): number | null {
  const special = !Number.isFinite(x) || !Number.isFinite(y);
  switch (operator) {
    case 'fadd':
    case 'fsub': {
      const other = operator === 'fadd' ? y : -y;
      const sum = x + other;
      return special || (Number.isFinite(sum) && sumError(x, other, sum) === 0) ? sum : null;
    }
    case 'fmul': {
      const product = x * y;
      return special || x === 0 || y === 0 || productError(x, y, product) === 0 ? product : null;
    }
    case 'fdiv': {
      const quotient = x / y;
      if (special || x === 0 || y === 0) return quotient;
      return quotient * y === x && productError(quotient, y, x) === 0 ? quotient : null;
    }
    case 'frem':
      return x % y;
  }
}

/** Knuth's two-sum: what the sum of two numbers lacks. */
function sumError(x: number, y: number, sum: number): number {
  const part = sum - x;
  return x - (sum - part) + (y - part);
}

const LARGEST_SPLIT = 2 ** 996;
const SMALLEST_PRODUCT = 2 ** -960;

/** Dekker's product: what the product of two numbers lacks; NaN where parts of it would overflow or vanish. */
function productError(x: number, y: number, product: number): number {
  const size = Math.abs(product);
  if (
    Math.abs(x) > LARGEST_SPLIT ||
    Math.abs(y) > LARGEST_SPLIT ||
    !(size < LARGEST_SPLIT) ||
    size < SMALLEST_PRODUCT
  ) {
    return Number.NaN;
  }
  const [xHigh, xLow] = halves(x);
  const [yHigh, yLow] = halves(y);
  return xLow * yLow - (product - xHigh * yHigh - xLow * yHigh - xHigh * yLow);
}

/** Veltkamp's split into two numbers of 26 bits each. */
function halves(x: number): [high: number, low: number] {
  const scaled = x * (2 ** 27 + 1);
  const high = scaled - (scaled - x);
  return [high, x - high];
}

const view = new DataView(new ArrayBuffer(8));

/** Fraction bits stored, and whether the leading one is stored too. */
const FORMATS: Record<string, { fraction: bigint; explicitOne: boolean }> = {
  x86_fp80: { fraction: 63n, explicitOne: true },
  fp128: { fraction: 112n, explicitOne: false },
};
const BIAS = 16383n;

export function packLongDouble(value: number, format: FloatFormat): Scalar {
  const { fraction, explicitOne } = FORMATS[format];
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const sign = bits >> 63n;
  let exponent = (bits >> 52n) & 0x7ffn;
  let mantissa = bits & 0xf_ffff_ffff_ffffn;
  const exponentWidth = 15n;
  const signAt = fraction + (explicitOne ? 1n : 0n) + exponentWidth;
  let one = 1n;
  let wide: bigint;
  if (exponent === 0x7ffn) wide = 0x7fffn;
  else if (exponent === 0n && mantissa === 0n) {
    wide = 0n;
    one = 0n;
  } else {
    if (exponent === 0n) {
      exponent = 1n;
      while ((mantissa & (1n << 52n)) === 0n) {
        mantissa <<= 1n;
        exponent -= 1n;
      }
      mantissa &= 0xf_ffff_ffff_ffffn;
    }
    wide = exponent - 1023n + BIAS;
  }
  let result = mantissa << (fraction - 52n);
  if (explicitOne) result |= one << fraction;
  result |= wide << (fraction + (explicitOne ? 1n : 0n));
  return fromBigInt(result | (sign << signAt));
}

/** Rounds to nearest, ties to even, where the value needs more than a double's precision. */
export function unpackLongDouble(bits: Scalar, format: FloatFormat): number {
  const { fraction, explicitOne } = FORMATS[format];
  const big = BigInt(bits);
  const exponentAt = fraction + (explicitOne ? 1n : 0n);
  const exponent = Number((big >> exponentAt) & 0x7fffn);
  const sign = (big >> (exponentAt + 15n)) & 1n ? -1 : 1;
  const mantissa = big & ((1n << fraction) - 1n);
  if (exponent === 0x7fff) return mantissa === 0n ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0 && mantissa === 0n) return sign * 0;
  const whole = mantissa | (1n << fraction);
  const power = exponent - Number(BIAS);
  // Below the smallest normal double every power of two costs a bit; far below it nothing is left.
  const drop = fraction - 52n + BigInt(Math.max(0, Math.min(-1022 - power, 64)));
  const half = 1n << (drop - 1n);
  const rest = whole & ((1n << drop) - 1n);
  let kept = whole >> drop;
  if (rest > half || (rest === half && (kept & 1n) === 1n)) kept += 1n;
  const scale = power - Number(fraction) + Number(drop);
  if (scale > 1000) return sign * Number(kept) * 2 ** 900 * 2 ** (scale - 900);
  return sign * Number(kept) * 2 ** Math.max(scale, -1074);
}

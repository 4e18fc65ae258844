/**
 * long double (x87's 80 bits, or IEEE's 128 on wasm32) is carried as a JS double. Loading, storing and converting from
 * and to double are exact for every value a double can hold; arithmetic on long doubles is refused by name elsewhere,
 * rather than done in the wrong precision.
 */
import type { Scalar } from '../../expr/scalar.ts';
import { fromBigInt } from '../../expr/scalar.ts';
import type { FloatFormat } from '../../program/types.ts';

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

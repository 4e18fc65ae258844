/**
 * Fused multiply-add on concrete values: x * y + z rounded once.
 *
 * A finite double is an integer times a power of two, so the exact result is one too: it is computed with bigints, cut to
 * 55 bits with the lost part as a sticky bit (so that no second rounding can go wrong), and scaled back. Results that may
 * be subnormal are cut further, to the bits that a subnormal keeps.
 */
import { bitsOfFloat } from '../../expr/float-meaning.ts';

export function fusedMultiplyAdd(x: number, y: number, z: number, format: 'float' | 'double'): number {
  const product = x * y;
  if (!Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(z)) {
    // An infinite product that is only too large must not meet an infinite z as if it were infinite itself.
    return Number.isFinite(x) && Number.isFinite(y) ? z : product + z;
  }
  if (x === 0 || y === 0) return product + z;
  const a = decompose(x);
  const b = decompose(y);
  const c = decompose(z);
  const exponent = Math.min(a.exponent + b.exponent, c.exponent);
  const sum =
    ((a.significand * b.significand) << BigInt(a.exponent + b.exponent - exponent)) +
    (c.significand << BigInt(c.exponent - exponent));
  if (sum === 0n) return product + z === 0 ? product + z : 0;
  return format === 'float' ? compose(sum, exponent, 24, -149) : compose(sum, exponent, 53, -1074);
}

function decompose(value: number): { significand: bigint; exponent: number } {
  const bits = BigInt(bitsOfFloat(value, 64));
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const magnitude = exponent === 0 ? fraction : fraction | (1n << 52n);
  return { significand: value < 0 ? -magnitude : magnitude, exponent: Math.max(exponent, 1) - 1075 };
}

/** significand * 2^exponent, rounded to the nearest value with `precision` bits and no bit below 2^least; ties to even. */
function compose(significand: bigint, exponent: number, precision: number, least: number): number {
  const negative = significand < 0n;
  let magnitude = negative ? -significand : significand;
  const length = magnitude.toString(2).length;
  const drop = Math.max(length - precision, least - exponent, 0);
  let power = exponent;
  if (drop > 0) {
    const half = 1n << BigInt(drop - 1);
    const rest = magnitude & ((1n << BigInt(drop)) - 1n);
    magnitude >>= BigInt(drop);
    if (rest > half || (rest === half && (magnitude & 1n) === 1n)) magnitude += 1n;
    power += drop;
  }
  const rounded = scale(Number(magnitude), power);
  const result = precision === 24 ? Math.fround(rounded) : rounded;
  return negative ? -result : result;
}

/** value * 2^power in steps that are all exact, since `value` fits the precision and the final exponent. */
function scale(value: number, power: number): number {
  let result = value;
  let rest = power;
  while (rest > 1000) {
    result *= 2 ** 1000;
    rest -= 1000;
  }
  while (rest < -1000) {
    result *= 2 ** -1000;
    rest += 1000;
  }
  return result * 2 ** rest;
}

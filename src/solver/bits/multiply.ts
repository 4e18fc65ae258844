import { FALSE, type Gates, TRUE } from './gates.ts';
import { add, type Bits, constantValue, equal, iteBits, lessThan, negate, notBits, resized } from './vectors.ts';

/**
 * Multiplication modulo 2^width by rows of shifted addends.
 *
 * - A constant factor is recoded into signed digits with no two neighbours non-zero (Booth, Reitwiesner), which needs at
 *   most width/2 rows and one for constants like 2^k or 2^k - 1.
 * - A square has symmetric partial products: a_i a_j occurs twice, so it is added once, one column higher. This halves
 *   the circuit of `z * z`, and searching it is several times faster.
 * - Otherwise one row per bit, of the factor with fewer unknown bits.
 */
export function multiply(gates: Gates, a: Bits, b: Bits): Bits {
  const constantA = constantValue(a);
  const constantB = constantValue(b);
  if (constantB !== null) return multiplyByConstant(gates, a, constantB);
  if (constantA !== null) return multiplyByConstant(gates, b, constantA);
  if (a.every((bit, i) => bit === b[i])) return square(gates, a);
  return knownBits(a) > knownBits(b) ? multiplyRows(gates, b, a) : multiplyRows(gates, a, b);
}

function multiplyRows(gates: Gates, a: Bits, b: Bits): Bits {
  const width = a.length;
  let sum: Bits = new Int32Array(width).fill(FALSE);
  for (let i = 0; i < width; i++) {
    if (b[i] === FALSE) continue;
    const row = new Int32Array(width).fill(FALSE);
    for (let j = i; j < width; j++) row[j] = gates.and(a[j - i], b[i]);
    sum = add(gates, sum, row);
  }
  return sum;
}

function square(gates: Gates, a: Bits): Bits {
  const width = a.length;
  let sum: Bits = new Int32Array(width).fill(FALSE);
  for (let i = 0; 2 * i < width; i++) {
    const row = new Int32Array(width).fill(FALSE);
    row[2 * i] = a[i];
    for (let j = i + 1; i + j + 1 < width; j++) row[i + j + 1] = gates.and(a[i], a[j]);
    sum = add(gates, sum, row);
  }
  return sum;
}

function multiplyByConstant(gates: Gates, a: Bits, factor: bigint): Bits {
  const width = a.length;
  let sum: Bits = new Int32Array(width).fill(FALSE);
  let rest = factor;
  for (let position = 0; position < width && rest !== 0n; position++) {
    if (rest & 1n) {
      const digit = (rest & 3n) === 3n ? -1n : 1n;
      rest -= digit;
      const row = new Int32Array(width).fill(FALSE);
      row.set(a.subarray(0, width - position), position);
      sum = digit > 0n ? add(gates, sum, row) : add(gates, sum, notBits(row), TRUE);
    }
    rest >>= 1n;
  }
  return sum;
}

function knownBits(bits: Bits): number {
  let known = 0;
  for (const bit of bits) if (bit === FALSE || bit === TRUE) known++;
  return known;
}

/** Quotient and remainder, with what must hold of the fresh inputs they are made of. */
export interface Division {
  readonly quotient: Bits;
  readonly remainder: Bits;
  /** Always satisfiable, and by one choice of the fresh inputs only. */
  readonly constraint: number;
}

/**
 * Unsigned division by saying what it means: quotient * divisor + remainder = dividend without overflow, and remainder
 * < divisor. With a constant divisor the product is a handful of adders, where a restoring circuit would take a
 * subtraction per bit; with a variable one both are quadratic. Division by zero follows SMT-LIB.
 */
export function divide(gates: Gates, a: Bits, b: Bits): Division {
  const width = a.length;
  const zero = -anyBit(gates, b);
  const quotient = Int32Array.from({ length: width }, () => gates.input());
  const remainder = Int32Array.from({ length: width }, () => gates.input());
  const product = multiply(gates, resized(quotient, 2 * width, FALSE), resized(b, 2 * width, FALSE));
  const total = add(gates, product, resized(remainder, 2 * width, FALSE));
  const exact = equal(gates, total, resized(a, 2 * width, FALSE));
  const regular = gates.and(exact, lessThan(gates, remainder, b));
  const byZero = gates.and(equal(gates, quotient, new Int32Array(width).fill(TRUE)), equal(gates, remainder, a));
  return { quotient, remainder, constraint: gates.ite(zero, byZero, regular) };
}

function anyBit(gates: Gates, bits: Bits): number {
  let result: number = FALSE;
  for (const bit of bits) result = gates.or(result, bit);
  return result;
}

export function absolute(gates: Gates, a: Bits): Bits {
  return iteBits(gates, a[a.length - 1], negate(gates, a), a);
}

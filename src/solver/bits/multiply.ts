import { FALSE, type Gates } from './gates.ts';
import {
  add,
  type Bits,
  constantBits,
  constantValue,
  equal,
  iteBits,
  lessThan,
  negate,
  resized,
  signExtended,
  signedWidth,
  subtract,
} from './vectors.ts';

/**
 * Multiplication modulo 2^width by rows of shifted addends.
 *
 * - Numbers that were made wider are multiplied as they were: a product of m and n signed bits has m + n, and the bits above are
 *   its sign. C widens before it multiplies (`(long long)a * b`, `char` times `char`), and three quarters of the rows go.
 * - A constant factor is recoded into signed digits with no two neighbours non-zero (Booth, Reitwiesner), which needs at
 *   most width/2 rows and one for constants like 2^k or 2^k - 1.
 * - A square has symmetric partial products: a_i a_j occurs twice, so it is added once, one column higher. This halves
 *   the circuit of `z * z`, and searching it is several times faster.
 * - Otherwise one row per bit, of the factor that needs fewer; the sign bit of a number that was made wider is a row to subtract.
 */
export function multiply(gates: Gates, a: Bits, b: Bits): Bits {
  const width = a.length;
  const needed = signedWidth(a) + signedWidth(b);
  if (needed >= width) return multiplyAll(gates, a, b);
  return signExtended(multiplyAll(gates, a.slice(0, needed), b.slice(0, needed)), width);
}

function multiplyAll(gates: Gates, a: Bits, b: Bits): Bits {
  const constantA = constantValue(a);
  const constantB = constantValue(b);
  if (constantB !== null) return multiplyByConstant(gates, a, constantB);
  if (constantA !== null) return multiplyByConstant(gates, b, constantA);
  if (a.every((bit, i) => bit === b[i])) return square(gates, a);
  return rowsOf(a) < rowsOf(b) ? multiplyRows(gates, b, a) : multiplyRows(gates, a, b);
}

/** How many rows a factor takes. */
function rowsOf(factor: Bits): number {
  let rows = 0;
  for (let i = signedWidth(factor) - 1; i >= 0; i--) if (factor[i] !== FALSE) rows++;
  return rows;
}

/** One row for each bit of b. */
function multiplyRows(gates: Gates, a: Bits, b: Bits): Bits {
  const width = a.length;
  const last = signedWidth(b) - 1;
  let sum: Bits = new Int32Array(width).fill(FALSE);
  for (let i = 0; i <= last; i++) {
    if (b[i] === FALSE) continue;
    const row = new Int32Array(width).fill(FALSE);
    for (let j = i; j < width; j++) row[j] = gates.and(a[j - i], b[i]);
    // The highest bit of all counts the same either way.
    sum = i === last && last < width - 1 ? subtract(gates, sum, row) : add(gates, sum, row);
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

/** Digits that subtract come last: a sum that begins with one would be a negation first, with a chain of its own. */
function multiplyByConstant(gates: Gates, a: Bits, factor: bigint): Bits {
  const width = a.length;
  let sum: Bits = new Int32Array(width).fill(FALSE);
  const subtracted: Bits[] = [];
  let rest = factor;
  for (let position = 0; position < width && rest !== 0n; position++) {
    if (rest & 1n) {
      const negative = (rest & 3n) === 3n;
      rest -= negative ? -1n : 1n;
      const row = new Int32Array(width).fill(FALSE);
      row.set(a.subarray(0, width - position), position);
      if (negative) subtracted.push(row);
      else sum = add(gates, sum, row);
    }
    rest >>= 1n;
  }
  for (const row of subtracted) sum = subtract(gates, sum, row);
  return sum;
}

export interface Division {
  readonly quotient: Bits;
  readonly remainder: Bits;
}

/** A division whose results are fresh inputs, with what must hold of them; there is exactly one way to satisfy it. */
export interface DefinedDivision extends Division {
  readonly definition: number;
}

/**
 * Division by a constant (not zero), by saying what it means: quotient * divisor + remainder = dividend, remainder <
 * divisor, no overflow. The product is a handful of adders where the circuit below takes a subtraction per bit, and
 * `x / 10 == 7` is found ten times faster.
 */
export function divideByConstant(gates: Gates, a: Bits, divisor: bigint): DefinedDivision {
  const width = a.length;
  const size = divisor.toString(2).length;
  const fresh = (count: number) => Int32Array.from({ length: Math.min(count, width) }, () => gates.input());
  const quotient = fresh(width - size + 1);
  const remainder = fresh(size);
  const room = width + 1;
  const product = multiplyByConstant(gates, resized(quotient, room, FALSE), divisor);
  const total = add(gates, product, resized(remainder, room, FALSE));
  const definition = gates.and(
    equal(gates, total, resized(a, room, FALSE)),
    lessThan(gates, remainder, constantBits(divisor, remainder.length)),
  );
  return { quotient: resized(quotient, width, FALSE), remainder: resized(remainder, width, FALSE), definition };
}

/**
 * Unsigned division as it is done on paper: bring down one bit of the dividend, subtract the divisor if it fits. After
 * k bits the partial remainder has k bits, so each step subtracts only the divisor's low bits and asks separately
 * whether any higher one is set. Division by zero comes out as SMT-LIB wants it: all ones, and the dividend.
 *
 * The definition used for constants was tried here too: it is as large, known operands no longer propagate to a known
 * quotient, and 128-bit divisions of known numbers took seconds.
 */
export function divide(gates: Gates, a: Bits, b: Bits): Division {
  const width = a.length;
  const quotient = new Int32Array(width);
  const higher = new Int32Array(width + 1).fill(FALSE);
  for (let i = width - 1; i >= 0; i--) higher[i] = gates.or(higher[i + 1], b[i]);
  let remainder: Bits = new Int32Array(0);
  for (let i = width - 1; i >= 0; i--) {
    const partial = new Int32Array(width - i);
    partial[0] = a[i];
    partial.set(remainder, 1);
    const low = b.subarray(0, partial.length);
    const fits = gates.and(-higher[partial.length], -lessThan(gates, partial, low));
    quotient[i] = fits;
    remainder = iteBits(gates, fits, subtract(gates, partial, low), partial);
  }
  return { quotient, remainder };
}

/** As an unsigned number, which needs no more bits than the signed one did. */
export function absolute(gates: Gates, a: Bits): Bits {
  const needed = a.slice(0, signedWidth(a));
  return resized(iteBits(gates, needed[needed.length - 1], negate(gates, needed), needed), a.length, FALSE);
}

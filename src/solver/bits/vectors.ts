import { FALSE, type Gates, isConstantGate, TRUE } from './gates.ts';

/**
 * Arithmetic on vectors of literals, lowest bit first. Every circuit folds constants through the gates it is made of,
 * so a constant operand needs no special case unless another circuit is better for it.
 */
export type Bits = Int32Array;

export function constantBits(value: bigint, width: number): Bits {
  const bits = new Int32Array(width);
  if (width <= 32) {
    const number = Number(BigInt.asIntN(32, value));
    for (let i = 0; i < width; i++) bits[i] = (number >> i) & 1 ? TRUE : FALSE;
    return bits;
  }
  for (let i = 0; i < width; i++) bits[i] = (value >> BigInt(i)) & 1n ? TRUE : FALSE;
  return bits;
}

/** The number a vector of constants stands for; null when a bit is not constant. */
export function constantValue(bits: Bits): bigint | null {
  // Most vectors have an unknown bit somewhere: find that out before any big number is made.
  for (let i = 0; i < bits.length; i++) if (!isConstantGate(bits[i])) return null;
  let value = 0n;
  for (let i = bits.length - 1; i >= 0; i--) {
    value = (value << 1n) | (bits[i] === TRUE ? 1n : 0n);
  }
  return value;
}

export function notBits(a: Bits): Bits {
  return a.map((bit) => -bit);
}

export function resized(a: Bits, width: number, fill: number): Bits {
  const bits = new Int32Array(width).fill(fill);
  bits.set(a.length <= width ? a : a.subarray(0, width));
  return bits;
}

/** How many of its low bits say all of a signed number: above, every bit is the same literal as the last of them. */
export function signedWidth(a: Bits): number {
  let width = a.length;
  while (width > 1 && a[width - 2] === a[width - 1]) width--;
  return width;
}

/** How many of its low bits say all of an unsigned number. */
export function unsignedWidth(a: Bits): number {
  let width = a.length;
  while (width > 0 && a[width - 1] === FALSE) width--;
  return width;
}

export function signExtended(a: Bits, width: number): Bits {
  return resized(a, width, a[a.length - 1]);
}

export function andBits(gates: Gates, a: Bits, b: Bits): Bits {
  return a.map((bit, i) => gates.and(bit, b[i]));
}

export function orBits(gates: Gates, a: Bits, b: Bits): Bits {
  return a.map((bit, i) => gates.or(bit, b[i]));
}

export function xorBits(gates: Gates, a: Bits, b: Bits): Bits {
  return a.map((bit, i) => gates.xor(bit, b[i]));
}

export function iteBits(gates: Gates, condition: number, yes: Bits, no: Bits): Bits {
  if (condition === TRUE) return yes;
  if (condition === FALSE) return no;
  return yes.map((bit, i) => gates.ite(condition, bit, no[i]));
}

/** True when all of them are: a balanced tree, so that equal halves of long vectors are shared. */
export function all(gates: Gates, literals: Bits, from = 0, to = literals.length): number {
  if (to <= from) return TRUE;
  if (to - from === 1) return literals[from];
  const middle = (from + to) >> 1;
  return gates.and(all(gates, literals, from, middle), all(gates, literals, middle, to));
}

export function any(gates: Gates, literals: Bits): number {
  return -all(gates, notBits(literals));
}

export function equal(gates: Gates, a: Bits, b: Bits): number {
  return all(
    gates,
    a.map((bit, i) => -gates.xor(bit, b[i])),
  );
}

/** a + b + carry; ripple-carry, which SAT solvers like better than deeper, cleverer adders. */
export function add(gates: Gates, a: Bits, b: Bits, carry: number = FALSE): Bits {
  const width = a.length;
  const sum = new Int32Array(width);
  for (let i = 0; i < width; i++) {
    sum[i] = gates.xor3(a[i], b[i], carry);
    if (i + 1 < width) carry = gates.majority(a[i], b[i], carry);
  }
  return sum;
}

export function subtract(gates: Gates, a: Bits, b: Bits): Bits {
  return add(gates, a, notBits(b), TRUE);
}

export function negate(gates: Gates, a: Bits): Bits {
  return add(gates, new Int32Array(a.length).fill(FALSE), notBits(a), TRUE);
}

/** a < b (or a <= b), unsigned: the carry out of a - b. */
export function lessThan(gates: Gates, a: Bits, b: Bits, orEqual = false): number {
  let carry = orEqual ? FALSE : TRUE;
  // carry becomes "a >= b" (or "a > b"), so the answer is its complement.
  for (let i = 0; i < a.length; i++) carry = gates.majority(a[i], -b[i], carry);
  return -carry;
}

export function signedLessThan(gates: Gates, a: Bits, b: Bits, orEqual = false): number {
  return lessThan(gates, withFlippedSign(a), withFlippedSign(b), orEqual);
}

function withFlippedSign(a: Bits): Bits {
  const copy = a.slice();
  copy[a.length - 1] = -copy[a.length - 1];
  return copy;
}

/**
 * Shifts by a vector: one row of multiplexers per bit of the amount that can matter, then one for "everything is
 * shifted out". `left` moves towards the high bits; `fill` is what comes in.
 */
export function shift(gates: Gates, a: Bits, amount: Bits, left: boolean, fill: number): Bits {
  const width = a.length;
  let bits = a;
  let stage = 0;
  for (; stage < amount.length && 2 ** stage < width; stage++) {
    const select = amount[stage];
    if (select === FALSE) continue;
    const distance = 2 ** stage;
    const moved = new Int32Array(width);
    for (let i = 0; i < width; i++) {
      const from = left ? i - distance : i + distance;
      moved[i] = gates.ite(select, from >= 0 && from < width ? bits[from] : fill, bits[i]);
    }
    bits = moved;
  }
  const out = any(gates, amount.slice(stage));
  return out === FALSE ? bits : bits.map((bit) => gates.ite(out, fill, bit));
}

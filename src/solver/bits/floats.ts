import { FALSE, type Gates, TRUE } from './gates.ts';
import { divide, multiply } from './multiply.ts';
import {
  add,
  all,
  any,
  type Bits,
  constantBits,
  equal,
  iteBits,
  lessThan,
  negate,
  resized,
  shift,
  signedLessThan,
  subtract,
} from './vectors.ts';

/** A float taken apart: its value is (-1)^sign * significand * 2^(exponent - fraction bits), unless it is special. */
export interface Unpacked {
  readonly nan: number;
  readonly infinite: number;
  readonly zero: number;
  readonly sign: number;
  /** Signed; wide enough for sums of two exponents. */
  readonly exponent: Bits;
  /** The highest bit is set (subnormals are normalised), unless the value is zero. */
  readonly significand: Bits;
}

/**
 * IEEE 754 arithmetic as circuits, rounding to nearest even, every NaN produced being the canonical one. The plan is the
 * one hardware and SMT solvers share: unpack and normalise, compute an exact (or sticky) result, round and pack. Rounding
 * adds one to exponent and fraction together, so that a carry out of the fraction does the right thing by itself: the
 * next binade, the smallest normal number, or infinity.
 */
export class FloatCircuits {
  readonly fraction: number;
  private readonly exponentBits: number;
  private readonly bias: number;
  /** Of signed exponents. */
  private readonly room: number;

  constructor(
    private readonly gates: Gates,
    readonly width: number,
  ) {
    this.exponentBits = width === 32 ? 8 : 11;
    this.fraction = width === 32 ? 23 : 52;
    this.bias = 2 ** (this.exponentBits - 1) - 1;
    this.room = this.exponentBits + 4;
  }

  unpack(bits: Bits): Unpacked {
    const { gates, fraction } = this;
    const mantissa = bits.slice(0, fraction);
    const exponent = bits.slice(fraction, fraction + this.exponentBits);
    const topped = all(gates, exponent);
    const normal = any(gates, exponent);
    const nonzero = any(gates, mantissa);
    const raw = resized(mantissa, fraction + 1, normal);
    const { shifted, distance } = normalise(gates, raw);
    // Subnormals have the exponent of the smallest normal numbers.
    const lowest = exponent.slice();
    lowest[0] = gates.or(lowest[0], -normal);
    const biased = subtract(gates, resized(lowest, this.room, FALSE), resized(distance, this.room, FALSE));
    return {
      nan: gates.and(topped, nonzero),
      infinite: gates.and(topped, -nonzero),
      zero: -gates.or(normal, nonzero),
      sign: bits[this.width - 1],
      exponent: subtract(gates, biased, this.number(this.bias)),
      significand: shifted,
    };
  }

  add(a: Bits, b: Bits): Bits {
    const { gates, fraction } = this;
    const swap = lessThan(gates, a.slice(0, this.width - 1), b.slice(0, this.width - 1));
    const x = this.unpack(iteBits(gates, swap, b, a));
    const y = this.unpack(iteBits(gates, swap, a, b));
    // x has the larger magnitude. Three more bits (guard, round, sticky) are enough to round its sum with y correctly.
    const size = fraction + 5;
    const wide = (significand: Bits): Bits => {
      const bits = new Int32Array(size).fill(FALSE);
      bits.set(significand, 3);
      return bits;
    };
    const distance = subtract(gates, x.exponent, y.exponent);
    const small = iteBits(
      gates,
      y.zero,
      wide(new Int32Array(0)),
      shiftRightSticky(gates, wide(y.significand), distance),
    );
    const opposite = gates.xor(x.sign, y.sign);
    const sum = add(
      gates,
      wide(x.significand),
      small.map((bit) => gates.xor(bit, opposite)),
      opposite,
    );
    const { shifted, distance: lost } = normalise(gates, sum);
    const exponent = subtract(gates, add(gates, x.exponent, this.number(1)), resized(lost, this.room, FALSE));
    const zero = -any(gates, sum);
    const bothZero = gates.and(x.zero, y.zero);
    const rounded = this.round(x.sign, exponent, shifted, FALSE);
    const sign = gates.ite(bothZero, gates.and(x.sign, y.sign), FALSE);
    const finite = iteBits(gates, gates.or(zero, bothZero), this.zero(sign), rounded);
    const nan = gates.or(gates.or(x.nan, y.nan), gates.and(gates.and(x.infinite, y.infinite), opposite));
    const infinite = gates.or(x.infinite, y.infinite);
    const signOfInfinity = gates.ite(x.infinite, x.sign, y.sign);
    return this.special(nan, infinite, signOfInfinity, finite);
  }

  negate(a: Bits): Bits {
    const copy = a.slice();
    copy[this.width - 1] = -copy[this.width - 1];
    return copy;
  }

  multiply(a: Bits, b: Bits): Bits {
    const { gates, fraction } = this;
    const x = this.unpack(a);
    const y = this.unpack(b);
    const size = 2 * (fraction + 1);
    const product = multiply(gates, resized(x.significand, size, FALSE), resized(y.significand, size, FALSE));
    const top = product[size - 1];
    const aligned = iteBits(gates, top, product, shiftedLeft(product));
    const exponent = add(gates, add(gates, x.exponent, y.exponent), new Int32Array(this.room).fill(FALSE), top);
    const sign = gates.xor(x.sign, y.sign);
    const zero = gates.or(x.zero, y.zero);
    const infinite = gates.or(x.infinite, y.infinite);
    const finite = iteBits(gates, zero, this.zero(sign), this.round(sign, exponent, aligned, FALSE));
    const nan = gates.or(gates.or(x.nan, y.nan), gates.and(infinite, zero));
    return this.special(nan, infinite, sign, finite);
  }

  divide(a: Bits, b: Bits): Bits {
    const { gates, fraction } = this;
    const x = this.unpack(a);
    const y = this.unpack(b);
    // The quotient of significands lies in (1/2, 2): two bits more than the fraction leave one to round with.
    const extra = fraction + 3;
    const size = fraction + 1 + extra;
    const dividend = new Int32Array(size).fill(FALSE);
    dividend.set(x.significand, extra);
    const { quotient, remainder } = divide(gates, dividend, resized(y.significand, size, FALSE));
    const result = quotient.slice(0, extra + 1);
    const top = result[extra];
    const aligned = iteBits(gates, top, result, shiftedLeft(result));
    const difference = subtract(gates, x.exponent, y.exponent);
    const exponent = iteBits(gates, top, difference, subtract(gates, difference, this.number(1)));
    const sign = gates.xor(x.sign, y.sign);
    const rounded = this.round(sign, exponent, aligned, any(gates, remainder));
    const zero = gates.or(x.zero, y.infinite);
    const infinite = gates.or(x.infinite, y.zero);
    const undefinedQuotient = gates.or(gates.and(x.zero, y.zero), gates.and(x.infinite, y.infinite));
    const nan = gates.or(gates.or(x.nan, y.nan), undefinedQuotient);
    return this.special(nan, infinite, sign, iteBits(gates, zero, this.zero(sign), rounded));
  }

  equal(a: Bits, b: Bits): number {
    const { gates } = this;
    const same = gates.or(equal(gates, a, b), gates.and(this.isZero(a), this.isZero(b)));
    return gates.and(this.ordered(a, b), same);
  }

  less(a: Bits, b: Bits, orEqual: boolean): number {
    const { gates, width } = this;
    const signA = a[width - 1];
    const signB = b[width - 1];
    const upwards = lessThan(gates, a.slice(0, width - 1), b.slice(0, width - 1));
    const downwards = lessThan(gates, b.slice(0, width - 1), a.slice(0, width - 1));
    const sameSign = gates.ite(signA, downwards, upwards);
    const bothZero = gates.and(this.isZero(a), this.isZero(b));
    const less = gates.and(gates.ite(gates.xor(signA, signB), signA, sameSign), -bothZero);
    return orEqual
      ? gates.or(gates.and(less, this.ordered(a, b)), this.equal(a, b))
      : gates.and(less, this.ordered(a, b));
  }

  /** From a value with another number of fraction bits. */
  convert(from: Unpacked): Bits {
    const { gates } = this;
    const exponent = resized(from.exponent, Math.max(this.room, from.exponent.length), last(from.exponent));
    const finite = this.round(from.sign, exponent, from.significand, FALSE);
    const value = iteBits(gates, from.zero, this.zero(from.sign), finite);
    return this.special(from.nan, from.infinite, from.sign, value);
  }

  fromInteger(value: Bits, isSigned: boolean): Bits {
    const { gates } = this;
    const sign = isSigned ? last(value) : FALSE;
    const magnitude = iteBits(gates, sign, negate(gates, value), value);
    const { shifted, distance } = normalise(gates, magnitude);
    const room = Math.max(this.room, distance.length + 2);
    const top = constantBits(BigInt(value.length - 1), room);
    const exponent = subtract(gates, top, resized(distance, room, FALSE));
    const rounded = this.round(sign, exponent, shifted, FALSE);
    return iteBits(gates, any(gates, value), rounded, this.zero(FALSE));
  }

  /** Toward zero; NaN gives 0, values out of range the nearest end of it. */
  toInteger(a: Bits, width: number, isSigned: boolean): Bits {
    const { gates, fraction } = this;
    const x = this.unpack(a);
    const negativeExponent = last(x.exponent);
    const large = gates.and(
      -negativeExponent,
      -signedLessThan(gates, x.exponent, this.signed(width, x.exponent.length)),
    );
    const stretched = resized(x.significand, fraction + width + 1, FALSE);
    const magnitude = shift(gates, stretched, x.exponent.slice(0, -1), true, FALSE).slice(fraction);
    const least = isSigned ? constantBits(1n << BigInt(width - 1), width) : new Int32Array(width).fill(FALSE);
    const most = isSigned ? least.map((bit) => -bit) : new Int32Array(width).fill(TRUE);
    const limit = iteBits(gates, x.sign, least, most);
    const tooBig = gates.or(large, lessThan(gates, resized(limit, width + 1, FALSE), magnitude));
    const whole = magnitude.slice(0, width);
    const value = iteBits(gates, x.sign, negate(gates, whole), whole);
    const saturated = iteBits(gates, gates.or(x.infinite, tooBig), limit, value);
    const tiny = gates.and(negativeExponent, -x.infinite);
    const nothing = gates.or(gates.or(x.nan, x.zero), tiny);
    return iteBits(gates, nothing, new Int32Array(width).fill(FALSE), saturated);
  }

  /**
   * Packs (-1)^sign * significand * 2^(exponent - its fraction bits), rounding to nearest even. The highest bit of the
   * significand is set; `sticky` says that something was lost below it.
   */
  private round(sign: number, exponent: Bits, significand: Bits, sticky: number): Bits {
    const { gates, fraction, exponentBits } = this;
    const size = Math.max(significand.length, fraction + 3) + 1;
    let value = new Int32Array(size).fill(FALSE);
    value.set(significand, size - significand.length);
    value[0] = gates.or(value[0], sticky);
    const room = exponent.length;
    const biased = add(gates, exponent, this.signed(this.bias, room));
    const subnormal = signedLessThan(gates, biased, this.signed(1, room));
    const missing = iteBits(gates, subnormal, subtract(gates, this.signed(1, room), biased), this.signed(0, room));
    value = Int32Array.from(shiftRightSticky(gates, value, missing));
    const kept = value.slice(size - fraction - 1);
    const guard = value[size - fraction - 2];
    const rest = any(gates, value.slice(0, size - fraction - 2));
    const increment = gates.and(guard, gates.or(rest, kept[0]));
    const packed = resized(kept.slice(0, fraction), fraction + exponentBits, FALSE);
    const field = iteBits(gates, subnormal, this.signed(0, room), biased);
    packed.set(field.slice(0, exponentBits), fraction);
    const rounded = add(gates, packed, new Int32Array(packed.length).fill(FALSE), increment);
    const huge = -signedLessThan(gates, biased, this.signed(2 ** exponentBits - 1, room));
    const result = resized(rounded, this.width, sign);
    return iteBits(gates, huge, this.infinity(sign), result);
  }

  private special(nan: number, infinite: number, sign: number, finite: Bits): Bits {
    const value = iteBits(this.gates, infinite, this.infinity(sign), finite);
    return iteBits(this.gates, nan, this.canonicalNaN(), value);
  }

  private canonicalNaN(): Bits {
    const bits = this.infinity(FALSE);
    bits[this.fraction - 1] = TRUE;
    return bits;
  }

  private infinity(sign: number): Bits {
    const bits = new Int32Array(this.width).fill(FALSE);
    bits.fill(TRUE, this.fraction, this.width - 1);
    bits[this.width - 1] = sign;
    return bits;
  }

  private zero(sign: number): Bits {
    const bits = new Int32Array(this.width).fill(FALSE);
    bits[this.width - 1] = sign;
    return bits;
  }

  private isZero(a: Bits): number {
    return -any(this.gates, a.slice(0, this.width - 1));
  }

  private ordered(a: Bits, b: Bits): number {
    return this.gates.and(-this.isNaN(a), -this.isNaN(b));
  }

  private isNaN(a: Bits): number {
    const { gates, fraction, width } = this;
    return gates.and(all(gates, a.slice(fraction, width - 1)), any(gates, a.slice(0, fraction)));
  }

  private number(value: number): Bits {
    return this.signed(value, this.room);
  }

  private signed(value: number, room: number): Bits {
    return constantBits(BigInt.asUintN(room, BigInt(value)), room);
  }
}

function last(bits: Bits): number {
  return bits[bits.length - 1];
}

function shiftedLeft(bits: Bits): Bits {
  const result = new Int32Array(bits.length);
  result[0] = FALSE;
  result.set(bits.subarray(0, bits.length - 1), 1);
  return result;
}

/** Shifts left until the highest bit is set, and says how far; by the width (less one) when there is none. */
function normalise(gates: Gates, bits: Bits): { shifted: Bits; distance: Bits } {
  let stages = 0;
  while (2 ** stages < bits.length) stages++;
  const distance = new Int32Array(stages);
  let shifted = bits;
  for (let stage = stages - 1; stage >= 0; stage--) {
    const step = Math.min(2 ** stage, bits.length);
    const empty = -any(gates, shifted.slice(bits.length - step));
    distance[stage] = empty;
    const moved = new Int32Array(bits.length).fill(FALSE);
    moved.set(shifted.subarray(0, bits.length - step), step);
    shifted = iteBits(gates, empty, moved, shifted);
  }
  return { shifted, distance };
}

/** Shifts right by a non-negative number; what falls out stays as a set lowest bit. */
function shiftRightSticky(gates: Gates, bits: Bits, amount: Bits): Bits {
  let current = bits;
  let stage = 0;
  for (; stage < amount.length && 2 ** stage < bits.length; stage++) {
    const step = 2 ** stage;
    const moved = new Int32Array(bits.length).fill(FALSE);
    moved.set(current.subarray(step));
    moved[0] = gates.or(moved[0], any(gates, current.slice(0, step)));
    current = iteBits(gates, amount[stage], moved, current);
  }
  const far = any(gates, amount.slice(stage));
  const remains = new Int32Array(bits.length).fill(FALSE);
  remains[0] = any(gates, bits);
  return iteBits(gates, far, remains, current);
}

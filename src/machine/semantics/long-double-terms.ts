/**
 * Symbolic long doubles: x87's 80 bits and IEEE's 128, as terms over integers.
 *
 * The circuits for floats know 32 and 64 bits. Here the same algorithms are written with the operators that integers have, at any
 * width: a number is taken apart into sign, exponent and mantissa, computed with, and rounded once, to nearest and ties to even, by
 * `round`. Everything behind terms (rewriting, evaluation, the solver, files) then needs to know nothing of it. A comparison
 * costs little more than one of integers, a sum about as much as three shifts by an unknown number, a product what a product of 128
 * bits costs. Division, remainder and square root would cost much more, and are refused by name.
 *
 * x87 keeps the leading bit of a mantissa. Where it is missing from a number that is not tiny, the processor takes it for no number.
 */
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { FloatPredicate } from '../../program/operators.ts';
import type { FloatFormat } from '../../program/types.ts';

interface TermShape {
  readonly exponentBits: number;
  /** Bits of the mantissa, the leading one included. */
  readonly precision: number;
  readonly keepsLeadingBit: boolean;
}

export type KnownFormat = Exclude<FloatFormat, 'half' | 'bfloat' | 'ppc_fp128'>;

const TERM_SHAPES: Readonly<Record<KnownFormat, TermShape>> = {
  float: { exponentBits: 8, precision: 24, keepsLeadingBit: false },
  double: { exponentBits: 11, precision: 53, keepsLeadingBit: false },
  x86_fp80: { exponentBits: 15, precision: 64, keepsLeadingBit: true },
  fp128: { exponentBits: 15, precision: 113, keepsLeadingBit: false },
};

export function knownFormat(format: FloatFormat): KnownFormat | null {
  return Object.hasOwn(TERM_SHAPES, format) ? (format as KnownFormat) : null;
}

/** Exponents are computed with in so many bits, with a sign: sums of three fit. */
const EXPONENT_WIDTH = 20;

interface Unpacked {
  readonly sign: Term;
  /** Biased; at least 1. The leading bit of the mantissa has the weight 2^(exponent - bias). */
  readonly exponent: Term;
  readonly mantissa: Term;
  readonly isNan: Term;
  readonly isInfinite: Term;
  readonly isZero: Term;
}

function biasOf({ exponentBits }: TermShape): number {
  return 2 ** (exponentBits - 1) - 1;
}

function storedBits({ precision, keepsLeadingBit }: TermShape): number {
  return keepsLeadingBit ? precision : precision - 1;
}

export class LongDoubleTerms {
  constructor(private readonly terms: Terms) {}

  compare(predicate: FloatPredicate, x: Term, y: Term, format: KnownFormat): Term {
    const { terms } = this;
    const [a, b] = [this.unpack(x, format), this.unpack(y, format)];
    const unordered = terms.or(a.isNan, b.isNan);
    const bothZero = terms.and(a.isZero, b.isZero);
    const equal = terms.or(bothZero, terms.and(terms.eq(a.sign, b.sign), this.sameMagnitude(a, b)));
    const oneBit = terms.constant(1, 1);
    const below = terms.ite(
      terms.eq(a.sign, b.sign),
      terms.ite(terms.eq(a.sign, oneBit), this.isSmaller(b, a), this.isSmaller(a, b)),
      terms.eq(a.sign, oneBit),
    );
    const less = terms.and(terms.not(bothZero), below);
    const ordered = terms.not(unordered);
    const holds: Readonly<Record<string, () => Term>> = {
      eq: () => equal,
      ne: () => terms.not(equal),
      lt: () => less,
      le: () => terms.or(less, equal),
      gt: () => terms.not(terms.or(less, equal)),
      ge: () => terms.not(less),
    };
    if (predicate === 'false' || predicate === 'true') return terms.bool(predicate === 'true');
    if (predicate === 'ord') return ordered;
    if (predicate === 'uno') return unordered;
    const relation = holds[predicate.slice(1)]();
    return predicate.startsWith('o') ? terms.and(ordered, relation) : terms.or(unordered, relation);
  }

  negated(x: Term): Term {
    const sign = this.terms.not(this.terms.extract(x, x.width - 1, 1));
    return this.terms.concat(sign, this.terms.extract(x, 0, x.width - 1));
  }

  absolute(x: Term): Term {
    return this.terms.zext(this.terms.extract(x, 0, x.width - 1), x.width);
  }

  add(x: Term, y: Term, format: KnownFormat): Term {
    const { terms } = this;
    const { precision } = TERM_SHAPES[format];
    const [a, b] = [this.unpack(x, format), this.unpack(y, format)];
    const swap = this.isSmaller(a, b);
    const pick = (field: 'sign' | 'exponent' | 'mantissa', first: Term) => terms.ite(first, b[field], a[field]);
    const other = terms.not(swap);
    // One bit for the carry, three below the last that are enough to round by, of which the least stands for all that follow.
    const width = precision + 4;
    const wide = (mantissa: Term) => terms.zext(terms.concat(mantissa, terms.constant(3, 0)), width);
    const [large, small] = [wide(pick('mantissa', swap)), wide(pick('mantissa', other))];
    const distance = terms.sub(pick('exponent', swap), pick('exponent', other));
    const shifted = this.shiftRight(small, distance);
    const differ = terms.ne(a.sign, b.sign);
    const sum = terms.ite(differ, terms.sub(large, shifted), terms.add(large, shifted));
    const isNothing = terms.eq(sum, terms.constant(width, 0));
    const sign = terms.ite(isNothing, terms.and(a.sign, b.sign), pick('sign', swap));
    const exponent = terms.add(pick('exponent', swap), this.exponent(1));
    const result = this.round(sign, exponent, sum, format);
    const isNan = terms.or(
      terms.or(a.isNan, b.isNan),
      terms.and(terms.and(a.isInfinite, b.isInfinite), terms.ne(a.sign, b.sign)),
    );
    const infinite = terms.ite(a.isInfinite, x, y);
    return this.orElse(terms.or(a.isInfinite, b.isInfinite), infinite, isNan, result, format);
  }

  multiply(x: Term, y: Term, format: KnownFormat): Term {
    const { terms } = this;
    const shape = TERM_SHAPES[format];
    const [a, b] = [this.unpack(x, format), this.unpack(y, format)];
    const width = 2 * shape.precision;
    const product = terms.mul(terms.zext(a.mantissa, width), terms.zext(b.mantissa, width));
    const sign = terms.xor(a.sign, b.sign);
    const exponent = terms.add(terms.add(a.exponent, b.exponent), this.exponent(1 - biasOf(shape)));
    const result = this.round(sign, exponent, product, format);
    const isInfinite = terms.or(a.isInfinite, b.isInfinite);
    const isNan = terms.or(terms.or(a.isNan, b.isNan), terms.and(isInfinite, terms.or(a.isZero, b.isZero)));
    return this.orElse(isInfinite, this.infinity(sign, format), isNan, result, format);
  }

  convert(x: Term, from: KnownFormat, to: KnownFormat): Term {
    const { terms } = this;
    const a = this.unpack(x, from);
    const shift = biasOf(TERM_SHAPES[to]) - biasOf(TERM_SHAPES[from]);
    const result = this.round(a.sign, terms.add(a.exponent, this.exponent(shift)), a.mantissa, to);
    return this.orElse(a.isInfinite, this.infinity(a.sign, to), a.isNan, result, to);
  }

  fromInteger(x: Term, signed: boolean, to: KnownFormat): Term {
    const { terms } = this;
    const sign = signed ? terms.extract(x, x.width - 1, 1) : terms.constant(1, 0);
    const magnitude = terms.ite(terms.eq(sign, terms.constant(1, 1)), terms.neg(x), x);
    return this.round(sign, this.exponent(biasOf(TERM_SHAPES[to]) + x.width - 1), magnitude, to);
  }

  /** Without its fraction, the nearest that the integer type has; and whether that is the number. */
  toInteger(x: Term, from: KnownFormat, signed: boolean, bits: number): { readonly value: Term; readonly fits: Term } {
    const { terms } = this;
    const shape = TERM_SHAPES[from];
    const a = this.unpack(x, from);
    const width = Math.max(bits, shape.precision) + 1;
    const power = terms.sub(a.exponent, this.exponent(biasOf(shape)));
    const mantissa = terms.zext(a.mantissa, width);
    const zero = terms.constant(width, 0);
    const last = this.exponent(shape.precision - 1);
    const whole = terms.ite(
      terms.sle(last, power),
      terms.shl(mantissa, this.amount(terms.sub(power, last), width)),
      terms.ite(
        terms.slt(power, this.exponent(0)),
        zero,
        terms.lshr(mantissa, this.amount(terms.sub(last, power), width)),
      ),
    );
    const isNegative = terms.eq(a.sign, terms.constant(1, 1));
    const isShort = terms.and(terms.slt(power, this.exponent(bits)), terms.not(terms.or(a.isNan, a.isInfinite)));
    const limit = terms.constant(width, 1n << BigInt(signed ? bits - 1 : bits));
    const fitsNegative = signed ? terms.ule(whole, limit) : terms.eq(whole, zero);
    const fits = terms.and(isShort, terms.ite(isNegative, fitsNegative, terms.ult(whole, limit)));
    const exact = terms.extract(terms.ite(isNegative, terms.neg(whole), whole), 0, bits);
    const least = signed ? 1n << BigInt(bits - 1) : 0n;
    const greatest = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
    const nearest = terms.ite(isNegative, terms.constant(bits, least), terms.constant(bits, greatest));
    const value = terms.ite(fits, exact, terms.ite(a.isNan, terms.constant(bits, 0), nearest));
    return { value, fits };
  }

  private exponent(value: number): Term {
    return this.terms.constant(EXPONENT_WIDTH, value < 0 ? value + 2 ** EXPONENT_WIDTH : value);
  }

  /** A number of bits to shift by, which is not negative, at the width of what is shifted. */
  private amount(value: Term, width: number): Term {
    return width >= EXPONENT_WIDTH ? this.terms.zext(value, width) : this.terms.extract(value, 0, width);
  }

  private unpack(x: Term, format: KnownFormat): Unpacked {
    const { terms } = this;
    const shape = TERM_SHAPES[format];
    const { exponentBits, precision, keepsLeadingBit } = shape;
    const stored = storedBits(shape);
    const field = terms.extract(x, stored, exponentBits);
    const fraction = terms.extract(x, 0, precision - 1);
    const isTiny = terms.eq(field, terms.constant(exponentBits, 0));
    const isTop = terms.eq(field, terms.constant(exponentBits, 2 ** exponentBits - 1));
    const leading = keepsLeadingBit ? terms.extract(x, precision - 1, 1) : terms.not(isTiny);
    const mantissa = terms.concat(leading, fraction);
    const noFraction = terms.eq(fraction, terms.constant(precision - 1, 0));
    const lacksBit = terms.and(terms.not(isTiny), terms.not(leading));
    return {
      sign: terms.extract(x, x.width - 1, 1),
      exponent: terms.ite(isTiny, this.exponent(1), terms.zext(field, EXPONENT_WIDTH)),
      mantissa,
      isNan: terms.or(lacksBit, terms.and(isTop, terms.not(noFraction))),
      isInfinite: terms.and(terms.and(isTop, noFraction), leading),
      isZero: terms.eq(mantissa, terms.constant(precision, 0)),
    };
  }

  private sameMagnitude(a: Unpacked, b: Unpacked): Term {
    return this.terms.and(this.terms.eq(a.exponent, b.exponent), this.terms.eq(a.mantissa, b.mantissa));
  }

  private isSmaller(a: Unpacked, b: Unpacked): Term {
    const { terms } = this;
    return terms.ult(terms.concat(a.exponent, a.mantissa), terms.concat(b.exponent, b.mantissa));
  }

  /** What falls off at the end stays as a last bit that is set. */
  private shiftRight(x: Term, by: Term): Term {
    const { terms } = this;
    const amount = this.amount(by, x.width);
    const kept = terms.lshr(x, amount);
    const isExact = terms.eq(terms.shl(kept, amount), x);
    // A shift by the whole width or more leaves nothing, also to compare.
    const isFar = terms.uge(by, this.exponent(x.width));
    const lost = terms.ite(isFar, terms.ne(x, terms.constant(x.width, 0)), terms.not(isExact));
    return terms.or(terms.ite(isFar, terms.constant(x.width, 0), kept), terms.zext(lost, x.width));
  }

  /** The nearest number of a format; the first bit of the mantissa has the weight 2^(exponent - bias), set or not. */
  private round(sign: Term, exponent: Term, mantissa: Term, format: KnownFormat): Term {
    const { terms } = this;
    const shape = TERM_SHAPES[format];
    const { exponentBits, precision, keepsLeadingBit } = shape;
    // At least two bits more than are kept: one to round by, one for all that follow.
    const width = Math.max(mantissa.width, precision + 2);
    const padding = width - mantissa.width;
    let bits = padding === 0 ? mantissa : terms.concat(mantissa, terms.constant(padding, 0));
    let power = exponent;
    for (let step = 2 ** Math.floor(Math.log2(width - 1)); step >= 1; step /= 2) {
      const isEmpty = terms.eq(terms.extract(bits, width - step, step), terms.constant(step, 0));
      bits = terms.ite(isEmpty, terms.shl(bits, terms.constant(width, step)), bits);
      power = terms.ite(isEmpty, terms.sub(power, this.exponent(step)), power);
    }
    const one = this.exponent(1);
    const isLow = terms.slt(power, one);
    bits = terms.ite(isLow, this.shiftRight(bits, terms.sub(one, power)), bits);
    power = terms.ite(isLow, one, power);
    const rest = width - precision;
    const kept = terms.extract(bits, rest, precision);
    const half = terms.extract(bits, rest - 1, 1);
    const more = terms.ne(terms.extract(bits, 0, rest - 1), terms.constant(rest - 1, 0));
    const up = terms.and(half, terms.or(more, terms.extract(kept, 0, 1)));
    const sum = terms.add(terms.zext(kept, precision + 1), terms.zext(up, precision + 1));
    const carry = terms.extract(sum, precision, 1);
    const rounded = terms.ite(
      carry,
      terms.constant(precision, 1n << BigInt(precision - 1)),
      terms.extract(sum, 0, precision),
    );
    const finalPower = terms.ite(carry, terms.add(power, one), power);
    const leading = terms.extract(rounded, precision - 1, 1);
    const field = terms.ite(leading, terms.extract(finalPower, 0, exponentBits), terms.constant(exponentBits, 0));
    const shown = keepsLeadingBit ? rounded : terms.extract(rounded, 0, precision - 1);
    const isTooLarge = terms.sle(this.exponent(2 ** exponentBits - 1), finalPower);
    return terms.ite(
      terms.and(isTooLarge, leading),
      this.infinity(sign, format),
      terms.concat(sign, terms.concat(field, shown)),
    );
  }

  private infinity(sign: Term, format: KnownFormat): Term {
    return this.terms.concat(sign, this.top(format, 0n));
  }

  /** All but the sign of what has the highest exponent. */
  private top(format: KnownFormat, fraction: bigint): Term {
    const shape = TERM_SHAPES[format];
    const stored = storedBits(shape);
    const leading = shape.keepsLeadingBit ? 1n << BigInt(stored - 1) : 0n;
    const field = ((1n << BigInt(shape.exponentBits)) - 1n) << BigInt(stored);
    return this.terms.constant(stored + shape.exponentBits, field | leading | fraction);
  }

  private orElse(isInfinite: Term, infinite: Term, isNan: Term, result: Term, format: KnownFormat): Term {
    const { terms } = this;
    const quiet = 1n << BigInt(TERM_SHAPES[format].precision - 2);
    const nan = terms.concat(terms.constant(1, 0), this.top(format, quiet));
    return terms.ite(isNan, nan, terms.ite(isInfinite, infinite, result));
  }
}

/**
 * Between which numbers a term lies, given that for its operands: intervals, in both orders at once. A sum of digits times powers
 * of ten stays below a limit whatever the digits are, and no circuit has to be searched to see it.
 *
 * An operation is carried out on the ends, as on integers without a width; where the interval that comes out does not wrap
 * around, it holds. Tried on the unsigned and on the signed ends: `c - 48` wraps in the one order and not in the other.
 */
import { Kind } from '../expr/kinds.ts';
import { fromBigInt, type Scalar, toSigned, wrap } from '../expr/scalar.ts';
import type { Term } from '../expr/term.ts';

/** Unsigned bounds of a value, and the same in the order of signed numbers (their sign bit flipped). */
export interface WordBounds {
  min: Scalar;
  max: Scalar;
  signedMin: Scalar;
  signedMax: Scalar;
}

/** Gets that `a < b`, or where that does not hold, that `b <= a`. */
export interface OrderReader {
  learnOrder(a: Term, b: Term, signed: boolean, holds: boolean): void;
}

/** Tells what a condition says about the order of two terms; nothing where it is no such comparison. */
export function readOrder({ kind, a, b }: Term, holds: boolean, reader: OrderReader): void {
  if (kind === Kind.ult || kind === Kind.slt) reader.learnOrder(a!, b!, kind === Kind.slt, holds);
  else if (kind === Kind.ule || kind === Kind.sle) reader.learnOrder(b!, a!, kind === Kind.sle, !holds);
}

/** Between which constants terms lie, as conditions say that compare them with one. */
export class ConstantBounds implements OrderReader {
  private readonly bounds = new Map<Term, WordBounds>();

  get size(): number {
    return this.bounds.size;
  }

  get(term: Term): WordBounds | undefined {
    return this.bounds.get(term);
  }

  set(term: Term, bounds: WordBounds): void {
    this.bounds.set(term, bounds);
  }

  entries(): Iterable<[Term, WordBounds]> {
    return this.bounds;
  }

  /** Reads off what a condition says; nothing where it says nothing of this kind. */
  learn(condition: Term, holds: boolean): void {
    const { a, b } = condition;
    switch (condition.kind) {
      case Kind.not:
        this.learn(a!, !holds);
        break;
      case Kind.eq:
        if (holds && b!.kind === Kind.constant) this.learnEqual(a!, b!.value);
        break;
      default:
        readOrder(condition, holds, this);
    }
  }

  learnEqual(term: Term, value: Scalar): void {
    const bounds = this.own(term);
    bounds.min = bounds.max = value;
    bounds.signedMin = bounds.signedMax = flipSign(value, term.width);
  }

  /** False when neither is a constant. */
  learnOrder(a: Term, b: Term, signed: boolean, holds: boolean): boolean {
    if (b.kind === Kind.constant) {
      const limit = signed ? flipSign(b.value, a.width) : b.value;
      if (holds) this.lower(a, signed, previous(limit));
      else this.raise(a, signed, limit);
      return true;
    }
    if (a.kind !== Kind.constant) return false;
    const limit = signed ? flipSign(a.value, b.width) : a.value;
    if (holds) this.raise(b, signed, next(limit));
    else this.lower(b, signed, limit);
    return true;
  }

  private lower(term: Term, signed: boolean, max: Scalar): void {
    const bounds = this.own(term);
    if (signed) bounds.signedMax = least(bounds.signedMax, max);
    else bounds.max = least(bounds.max, max);
    sharpen(bounds, term.width);
  }

  private raise(term: Term, signed: boolean, min: Scalar): void {
    const bounds = this.own(term);
    if (signed) bounds.signedMin = most(bounds.signedMin, min);
    else bounds.min = most(bounds.min, min);
    sharpen(bounds, term.width);
  }

  private own(term: Term): WordBounds {
    let bounds = this.bounds.get(term);
    if (bounds === undefined) this.bounds.set(term, (bounds = anything(term.width)));
    return bounds;
  }
}

type BoundsOf = (term: Term) => WordBounds;

/** Of a term by those of its operands; null where nothing follows. */
export function derivedBounds(term: Term, boundsOf: BoundsOf): WordBounds | null {
  const { width } = term;
  switch (term.kind) {
    case Kind.zext: {
      const { min, max } = boundsOf(term.a!);
      return between(min, max, width);
    }
    case Kind.sext: {
      const inner = signedEnds(boundsOf(term.a!), term.a!.width);
      return within(inner, width);
    }
    case Kind.neg:
      return reversed(term, boundsOf, 0n);
    case Kind.not:
      return reversed(term, boundsOf, -1n);
    case Kind.add:
      return combined(term, boundsOf, (a, b) => [a.min + b.min, a.max + b.max]);
    case Kind.mul:
      return term.b!.kind === Kind.constant ? combined(term, boundsOf, product) : null;
    case Kind.shl: {
      if (term.b!.kind !== Kind.constant || term.b!.value >= width) return null;
      const { min, max } = boundsOf(term.a!);
      const by = BigInt(term.b!.value);
      return whole(BigInt(min) << by, BigInt(max) << by, width);
    }
    case Kind.lshr: {
      if (term.b!.kind !== Kind.constant || term.b!.value >= width) return null;
      const { min, max } = boundsOf(term.a!);
      const by = BigInt(term.b!.value);
      return between(fromBigInt(BigInt(min) >> by), fromBigInt(BigInt(max) >> by), width);
    }
    case Kind.and:
      return between(0, least(boundsOf(term.a!).max, boundsOf(term.b!).max), width);
    case Kind.concat: {
      const high = boundsOf(term.a!);
      const low = boundsOf(term.b!);
      const by = BigInt(term.b!.width);
      const at = (upper: Scalar, lower: Scalar) => fromBigInt((BigInt(upper) << by) | BigInt(lower));
      return between(at(high.min, low.min), at(high.max, low.max), width);
    }
    case Kind.extract: {
      const { min, max } = boundsOf(term.a!);
      return term.low === 0 ? whole(BigInt(min), BigInt(max), width) : null;
    }
    case Kind.ite: {
      const a = boundsOf(term.b!);
      const b = boundsOf(term.c!);
      return {
        min: least(a.min, b.min),
        max: most(a.max, b.max),
        signedMin: least(a.signedMin, b.signedMin),
        signedMax: most(a.signedMax, b.signedMax),
      };
    }
    default:
      return null;
  }
}

/** Operations that bounds are followed through. */
const MOST_DEPTH = 16;

/** Between which numbers terms lie whatever the inputs are. */
export class FixedBounds {
  private readonly known = new Map<Term, WordBounds>();

  of(term: Term, depth = 0): WordBounds {
    if (term.kind === Kind.constant) return between(term.value, term.value, term.width);
    let bounds = this.known.get(term);
    if (bounds === undefined) {
      bounds =
        (depth < MOST_DEPTH ? derivedBounds(term, (part) => this.of(part, depth + 1)) : null) ?? anything(term.width);
      this.known.set(term, bounds);
    }
    return bounds;
  }
}

interface Ends {
  readonly min: bigint;
  readonly max: bigint;
}

type Combination = (a: Ends, b: Ends) => readonly [bigint, bigint];

const product: Combination = (a, { min: factor }) =>
  factor < 0n ? [a.max * factor, a.min * factor] : [a.min * factor, a.max * factor];

function combined({ a, b, width }: Term, boundsOf: BoundsOf, combine: Combination): WordBounds | null {
  const one = boundsOf(a!);
  const two = boundsOf(b!);
  const unsigned = combine(unsignedEnds(one), unsignedEnds(two));
  const signed = combine(signedEnds(one, width), signedEnds(two, width));
  const first = whole(unsigned[0], unsigned[1], width);
  const second = within({ min: signed[0], max: signed[1] }, width);
  return first === null ? second : second === null ? first : commonBounds(first, second);
}

/** Of the difference to a constant. */
function reversed({ a, width }: Term, boundsOf: BoundsOf, from: bigint): WordBounds | null {
  const bounds = boundsOf(a!);
  const unsigned = unsignedEnds(bounds);
  const signed = signedEnds(bounds, width);
  return (
    whole(from - unsigned.max, from - unsigned.min, width) ??
    within({ min: from - signed.max, max: from - signed.min }, width)
  );
}

/** Of numbers that may be too large by the same multiple of 2^width. */
function whole(min: bigint, max: bigint, width: number): WordBounds | null {
  const carry = BigInt(width);
  return min >> carry === max >> carry ? between(wrap(min, width), wrap(max, width), width) : null;
}

/** Of signed numbers. */
function within({ min, max }: Ends, width: number): WordBounds | null {
  const half = 1n << BigInt(width - 1);
  if (min < -half || max >= half) return null;
  const bounds = anything(width);
  bounds.signedMin = fromBigInt(min + half);
  bounds.signedMax = fromBigInt(max + half);
  sharpen(bounds, width);
  return bounds;
}

function unsignedEnds({ min, max }: WordBounds): Ends {
  return { min: BigInt(min), max: BigInt(max) };
}

function signedEnds({ signedMin, signedMax }: WordBounds, width: number): Ends {
  return { min: toSigned(flipSign(signedMin, width), width), max: toSigned(flipSign(signedMax, width), width) };
}

export function commonBounds(a: WordBounds, b: WordBounds): WordBounds {
  return {
    min: most(a.min, b.min),
    max: least(a.max, b.max),
    signedMin: most(a.signedMin, b.signedMin),
    signedMax: least(a.signedMax, b.signedMax),
  };
}

export function anything(width: number): WordBounds {
  const max = wrap(-1n, width);
  return { min: 0, max, signedMin: 0, signedMax: max };
}

export function between(min: Scalar, max: Scalar, width: number): WordBounds {
  const bounds = anything(width);
  bounds.min = min;
  bounds.max = max;
  sharpen(bounds, width);
  return bounds;
}

/** Within one half of the range, both orders agree, so each set of bounds holds for the other. */
function sharpen(bounds: WordBounds, width: number): void {
  const half = width <= 53 ? 2 ** (width - 1) : 1n << BigInt(width - 1);
  if (bounds.max < half === bounds.min < half && bounds.min <= bounds.max) {
    bounds.signedMin = most(bounds.signedMin, flipSign(bounds.min, width));
    bounds.signedMax = least(bounds.signedMax, flipSign(bounds.max, width));
  }
  if (bounds.signedMax < half === bounds.signedMin < half && bounds.signedMin <= bounds.signedMax) {
    bounds.min = most(bounds.min, flipSign(bounds.signedMin, width));
    bounds.max = least(bounds.max, flipSign(bounds.signedMax, width));
  }
}

export function flipSign(value: Scalar, width: number): Scalar {
  if (width <= 32)
    return value < 2 ** (width - 1) ? Number(value) + 2 ** (width - 1) : Number(value) - 2 ** (width - 1);
  return wrap(BigInt(value) ^ (1n << BigInt(width - 1)), width);
}

const least = (x: Scalar, y: Scalar): Scalar => (x < y ? x : y);
const most = (x: Scalar, y: Scalar): Scalar => (x > y ? x : y);

const previous = (value: Scalar): Scalar => (typeof value === 'number' ? value - 1 : fromBigInt(value - 1n));
const next = (value: Scalar): Scalar => (typeof value === 'number' ? value + 1 : fromBigInt(value + 1n));

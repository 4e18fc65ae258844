import { Kind } from '../expr/kinds.ts';
import { fromBigInt, type Scalar, wrap } from '../expr/scalar.ts';
import type { Term } from '../expr/term.ts';

/** Unsigned bounds of a value, and the same in the order of signed numbers (their sign bit flipped). */
export interface WordBounds {
  min: Scalar;
  max: Scalar;
  signedMin: Scalar;
  signedMax: Scalar;
}

/** Between which constants terms lie, as conditions say that compare them with one. */
export class ConstantBounds {
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
      case Kind.ult:
      case Kind.slt:
        this.learnOrder(a!, b!, condition.kind === Kind.slt, holds);
        break;
      case Kind.ule:
      case Kind.sle:
        this.learnOrder(b!, a!, condition.kind === Kind.sle, !holds);
        break;
    }
  }

  learnEqual(term: Term, value: Scalar): void {
    const bounds = this.own(term);
    bounds.min = bounds.max = value;
    bounds.signedMin = bounds.signedMax = flipSign(value, term.width);
  }

  /** That a < b, or where that does not hold, that b <= a; false when neither is a constant. */
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

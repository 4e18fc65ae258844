import { Kind } from '../expr/kinds.ts';
import { fromBigInt, type Scalar, toSigned, wrap } from '../expr/scalar.ts';
import { substitute } from '../expr/substitute.ts';
import type { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { FloatBounds, type FloatRange, type KnownRanges } from './float-ranges.ts';

/** Unsigned bounds of a value, and the same in the order of signed numbers (their sign bit flipped). */
interface Bounds {
  min: Scalar;
  max: Scalar;
  signedMin: Scalar;
  signedMax: Scalar;
}

/**
 * What the constraints of a group say directly: terms that equal a constant (a constraint itself equals true), and
 * terms that lie between constants. Read off their shape, not deduced; a fact decides a branch for the price of a look.
 */
export class Facts implements KnownRanges {
  private readonly equal = new Map<Term, Term>();
  private readonly bounds = new Map<Term, Bounds>();
  private readonly floats = new FloatBounds();
  /** Whether anything but a constraint itself is known to be constant. */
  private hasEqualities = false;

  constructor(
    private readonly terms: Terms,
    constraints: Iterable<Term>,
  ) {
    for (const constraint of constraints) this.learn(constraint, true);
  }

  /** The term with what is known put in place; the same term when nothing applies. */
  simplify(term: Term): Term {
    const known = this.equal.get(term);
    if (known !== undefined) return known;
    return this.hasEqualities ? substitute(this.terms, term, this.equal) : term;
  }

  /** Whether the condition is decided by bounds; null when it is not. */
  decide(condition: Term): boolean | null {
    if (condition.kind === Kind.not) {
      const inner = this.decide(condition.a!);
      return inner === null ? null : !inner;
    }
    const x = condition.a;
    const y = condition.b;
    if (x === null || y === null || this.bounds.size === 0) return null;
    switch (condition.kind) {
      case Kind.eq: {
        const a = this.boundsOf(x, 0);
        const b = this.boundsOf(y, 0);
        if (a.max < b.min || b.max < a.min || a.signedMax < b.signedMin || b.signedMax < a.signedMin) return false;
        return a.min === a.max && a.min === b.min && b.min === b.max ? true : null;
      }
      case Kind.ult:
      case Kind.ule: {
        const a = this.boundsOf(x, 0);
        const b = this.boundsOf(y, 0);
        return order(a.min, a.max, b.min, b.max, condition.kind === Kind.ule);
      }
      case Kind.slt:
      case Kind.sle: {
        const a = this.boundsOf(x, 0);
        const b = this.boundsOf(y, 0);
        return order(a.signedMin, a.signedMax, b.signedMin, b.signedMax, condition.kind === Kind.sle);
      }
      default:
        return null;
    }
  }

  floatOf(term: Term): FloatRange | undefined {
    return this.floats.get(term);
  }

  integerOf(term: Term, signed: boolean): { readonly min: number; readonly max: number } {
    const bounds = this.boundsOf(term, 0);
    if (!signed) return { min: Number(bounds.min), max: Number(bounds.max) };
    const value = (flipped: Scalar) => Number(toSigned(flipSign(flipped, term.width), term.width));
    return { min: value(bounds.signedMin), max: value(bounds.signedMax) };
  }

  private learn(condition: Term, holds: boolean): void {
    if (condition.kind === Kind.not) {
      this.learn(condition.a!, !holds);
      return;
    }
    this.equal.set(condition, holds ? this.terms.true_ : this.terms.false_);
    const a = condition.a;
    const b = condition.b;
    switch (condition.kind) {
      case Kind.variable:
        this.hasEqualities = true;
        break;
      case Kind.and:
        if (holds) this.learnBoth(condition, true);
        break;
      case Kind.or:
        if (!holds) this.learnBoth(condition, false);
        break;
      case Kind.eq:
        if (holds && b!.kind === Kind.constant) this.learnEqual(a!, b!);
        break;
      case Kind.ult:
      case Kind.slt:
        this.learnOrder(a!, b!, condition.kind === Kind.slt, holds);
        break;
      case Kind.feq:
      case Kind.flt:
      case Kind.fle:
        this.floats.learn(condition, holds);
        break;
    }
  }

  private learnBoth(condition: Term, holds: boolean): void {
    this.learn(condition.a!, holds);
    this.learn(condition.b!, holds);
  }

  /** Bytes glued together equal the bytes of the constant. */
  private learnEqual(term: Term, constant: Term): void {
    this.equal.set(term, constant);
    this.hasEqualities = true;
    const bounds = this.ownBounds(term);
    bounds.min = bounds.max = constant.value;
    bounds.signedMin = bounds.signedMax = flipSign(constant.value, term.width);
    if (term.kind !== Kind.concat) return;
    const low = term.b!;
    this.learnEqual(low, this.terms.extract(constant, 0, low.width));
    this.learnEqual(term.a!, this.terms.extract(constant, low.width, term.a!.width));
  }

  private learnOrder(a: Term, b: Term, signed: boolean, holds: boolean): void {
    if (b.kind === Kind.constant) {
      const limit = signed ? flipSign(b.value, a.width) : b.value;
      if (holds) this.lower(a, signed, previous(limit));
      else this.raise(a, signed, limit);
    } else if (a.kind === Kind.constant) {
      const limit = signed ? flipSign(a.value, b.width) : a.value;
      if (holds) this.raise(b, signed, next(limit));
      else this.lower(b, signed, limit);
    }
  }

  private lower(term: Term, signed: boolean, max: Scalar): void {
    const bounds = this.ownBounds(term);
    if (signed) bounds.signedMax = least(bounds.signedMax, max);
    else bounds.max = least(bounds.max, max);
    sharpen(bounds, term.width);
  }

  private raise(term: Term, signed: boolean, min: Scalar): void {
    const bounds = this.ownBounds(term);
    if (signed) bounds.signedMin = most(bounds.signedMin, min);
    else bounds.min = most(bounds.min, min);
    sharpen(bounds, term.width);
  }

  private ownBounds(term: Term): Bounds {
    let bounds = this.bounds.get(term);
    if (bounds === undefined) this.bounds.set(term, (bounds = anything(term.width)));
    return bounds;
  }

  /** Of the term itself, or through an extension or the addition of a constant. */
  private boundsOf(term: Term, depth: number): Bounds {
    const own = this.bounds.get(term);
    if (own !== undefined) return own;
    if (term.kind === Kind.constant) return between(term.value, term.value, term.width);
    if (depth > 4) return anything(term.width);
    if (term.kind === Kind.zext) {
      const inner = this.boundsOf(term.a!, depth + 1);
      return between(inner.min, inner.max, term.width);
    }
    if (term.kind === Kind.sext) {
      const inner = this.boundsOf(term.a!, depth + 1);
      if (inner.max < 2 ** (term.a!.width - 1)) return between(inner.min, inner.max, term.width);
    }
    if (term.kind === Kind.add && term.b!.kind === Kind.constant) {
      const inner = this.boundsOf(term.a!, depth + 1);
      const min = BigInt(inner.min) + BigInt(term.b!.value);
      const max = BigInt(inner.max) + BigInt(term.b!.value);
      const carry = BigInt(term.width);
      if (min >> carry === max >> carry) return between(wrap(min, term.width), wrap(max, term.width), term.width);
    }
    return anything(term.width);
  }
}

function order(aMin: Scalar, aMax: Scalar, bMin: Scalar, bMax: Scalar, orEqual: boolean): boolean | null {
  if (orEqual) return aMax <= bMin ? true : aMin > bMax ? false : null;
  return aMax < bMin ? true : aMin >= bMax ? false : null;
}

function anything(width: number): Bounds {
  const max = wrap(-1n, width);
  return { min: 0, max, signedMin: 0, signedMax: max };
}

function between(min: Scalar, max: Scalar, width: number): Bounds {
  const bounds = anything(width);
  bounds.min = min;
  bounds.max = max;
  sharpen(bounds, width);
  return bounds;
}

/** Within one half of the range, both orders agree, so each set of bounds holds for the other. */
function sharpen(bounds: Bounds, width: number): void {
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

function flipSign(value: Scalar, width: number): Scalar {
  if (width <= 32)
    return value < 2 ** (width - 1) ? Number(value) + 2 ** (width - 1) : Number(value) - 2 ** (width - 1);
  return wrap(BigInt(value) ^ (1n << BigInt(width - 1)), width);
}

const least = (x: Scalar, y: Scalar): Scalar => (x < y ? x : y);
const most = (x: Scalar, y: Scalar): Scalar => (x > y ? x : y);

const previous = (value: Scalar): Scalar => (typeof value === 'number' ? value - 1 : fromBigInt(value - 1n));
const next = (value: Scalar): Scalar => (typeof value === 'number' ? value + 1 : fromBigInt(value + 1n));

import { Kind } from '../expr/kinds.ts';
import { fromBigInt, type Scalar, toSigned } from '../expr/scalar.ts';
import { substitute } from '../expr/substitute.ts';
import type { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import {
  anything,
  type Bounds,
  between,
  derivedBounds,
  flipSign,
  intersection,
  least,
  most,
  sharpen,
} from './bounds.ts';
import { FloatBounds, type FloatRange, type KnownRanges } from './float-ranges.ts';

/** Operations that bounds are followed through: thirty digits. */
const MOST_DEPTH = 100;

/**
 * What the constraints of a group say directly: terms that equal a constant (a constraint itself equals true), and
 * terms that lie between constants. Read off their shape, not deduced; a fact decides a branch for the price of a look.
 */
export class Facts implements KnownRanges {
  private readonly equal = new Map<Term, Term>();
  private readonly bounds = new Map<Term, Bounds>();
  /** The same with what follows from operands, once somebody asked. */
  private readonly derived = new Map<Term, Bounds>();
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
      case Kind.and:
      case Kind.or:
        return condition.width === 1 ? this.decideBoth(x, y, condition.kind === Kind.or) : null;
      case Kind.eq: {
        const a = this.boundsOf(x);
        const b = this.boundsOf(y);
        if (a.max < b.min || b.max < a.min || a.signedMax < b.signedMin || b.signedMax < a.signedMin) return false;
        return a.min === a.max && a.min === b.min && b.min === b.max ? true : null;
      }
      case Kind.ult:
      case Kind.ule: {
        const a = this.boundsOf(x);
        const b = this.boundsOf(y);
        return order(a.min, a.max, b.min, b.max, condition.kind === Kind.ule);
      }
      case Kind.slt:
      case Kind.sle: {
        const a = this.boundsOf(x);
        const b = this.boundsOf(y);
        return order(a.signedMin, a.signedMax, b.signedMin, b.signedMax, condition.kind === Kind.sle);
      }
      default:
        return null;
    }
  }

  /** `decisive`: what one of both has to be for the whole to be it. */
  private decideBoth(x: Term, y: Term, decisive: boolean): boolean | null {
    const a = this.decide(x);
    if (a === decisive) return decisive;
    const b = this.decide(y);
    if (b === decisive) return decisive;
    return a === null || b === null ? null : !decisive;
  }

  floatOf(term: Term): FloatRange | undefined {
    return this.floats.get(term);
  }

  integerOf(term: Term, signed: boolean): { readonly min: number; readonly max: number } {
    const bounds = this.boundsOf(term);
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

  /** What is known of the term itself, and what follows from its operands. */
  private boundsOf(term: Term, depth = 0): Bounds {
    if (term.kind === Kind.constant) return between(term.value, term.value, term.width);
    const known = this.derived.get(term);
    if (known !== undefined) return known;
    const own = this.bounds.get(term);
    const following = depth < MOST_DEPTH ? derivedBounds(term, (part) => this.boundsOf(part, depth + 1)) : null;
    const bounds =
      own === undefined ? (following ?? anything(term.width)) : following === null ? own : intersection(own, following);
    this.derived.set(term, bounds);
    return bounds;
  }
}

function order(aMin: Scalar, aMax: Scalar, bMin: Scalar, bMax: Scalar, orEqual: boolean): boolean | null {
  if (orEqual) return aMax <= bMin ? true : aMin > bMax ? false : null;
  return aMax < bMin ? true : aMin >= bMax ? false : null;
}

const previous = (value: Scalar): Scalar => (typeof value === 'number' ? value - 1 : fromBigInt(value - 1n));
const next = (value: Scalar): Scalar => (typeof value === 'number' ? value + 1 : fromBigInt(value + 1n));

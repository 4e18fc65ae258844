import { Kind } from '../expr/kinds.ts';
import { extractBits } from '../expr/meaning.ts';
import { type Scalar, toSigned } from '../expr/scalar.ts';
import { substitute } from '../expr/substitute.ts';
import type { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import {
  anything,
  between,
  ConstantBounds,
  commonBounds,
  derivedBounds,
  flipSign,
  type OrderReader,
  readOrder,
  type WordBounds,
} from './bounds.ts';
import { FloatBounds, type FloatRange, type KnownRanges } from './float-ranges.ts';
import { OrderGraph } from './order-graph.ts';

/** Operations that bounds are followed through: thirty digits. */
const MOST_DEPTH = 100;
/** How large a term may be that an input is replaced by. */
const MOST_PUT_IN_PLACE = 32;
/** An input is replaced by its low bits where that many are saved. */
const LEAST_SAVED = 8;

/**
 * What the constraints of a group say directly: terms that equal a constant (a constraint itself equals true), terms that lie between
 * constants, and which term is below which. Read off their shape, not deduced, but for chains of terms one below the
 * other; a fact decides a branch for the price of a look.
 */
export class Facts implements KnownRanges, OrderReader {
  private readonly equal = new Map<Term, Term>();
  private readonly bounds = new ConstantBounds();
  /** The same with what follows from operands, once asked for. */
  private readonly derived = new Map<Term, WordBounds>();
  private readonly floats = new FloatBounds();
  private readonly different = new Map<Term, Set<Term>>();
  private readonly signedOrder = new OrderGraph((a, b) => this.areDifferent(a, b));
  private readonly unsignedOrder = new OrderGraph((a, b) => this.areDifferent(a, b));
  private readonly solved: [Term, Term][] = [];
  /** Whether anything but a constraint itself is known to be constant. */
  private hasEqualities = false;

  constructor(
    private readonly terms: Terms,
    constraints: Iterable<Term>,
  ) {
    for (const constraint of constraints) this.learn(constraint, true);
    for (const [input, term] of this.solved) {
      const bounds = this.bounds.get(input);
      if (bounds !== undefined && this.bounds.get(term) === undefined) this.bounds.set(term, bounds);
    }
    for (const [term, bounds] of [...this.bounds.entries()]) this.learnParts(term, bounds);
  }

  /** The term with what is known put in place; the same term when nothing applies. */
  simplify(term: Term): Term {
    const known = this.equal.get(term);
    if (known !== undefined) return known;
    return this.hasEqualities ? substitute(this.terms, term, this.equal) : term;
  }

  /** Whether the condition is decided by bounds or by the order of terms; null when it is not. */
  decide(condition: Term): boolean | null {
    if (condition.kind === Kind.not) {
      const inner = this.decide(condition.a!);
      return inner === null ? null : !inner;
    }
    if (condition.a === null || condition.b === null) return null;
    return this.decideByBounds(condition) ?? this.decideByOrder(condition);
  }

  private decideByBounds(condition: Term): boolean | null {
    if (this.bounds.size === 0) return null;
    const x = condition.a!;
    const y = condition.b!;
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

  private decideByOrder(condition: Term): boolean | null {
    const a = condition.a!;
    const b = condition.b!;
    switch (condition.kind) {
      case Kind.eq: {
        const differ = (graph: OrderGraph) => graph.decide(a, b, false) === true || graph.decide(a, b, true) === false;
        return differ(this.signedOrder) || differ(this.unsignedOrder) ? false : null;
      }
      case Kind.ult:
      case Kind.ule:
        return this.unsignedOrder.decide(a, b, condition.kind === Kind.ule);
      case Kind.slt:
      case Kind.sle:
        return this.signedOrder.decide(a, b, condition.kind === Kind.sle);
      default:
        return null;
    }
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
        else if (holds) this.learnSame(a!, b!);
        else if (b!.kind !== Kind.constant) this.learnDifferent(a!, b!);
        break;
      case Kind.feq:
      case Kind.flt:
      case Kind.fle:
        this.floats.learn(condition, holds);
        break;
      default:
        readOrder(condition, holds, this);
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
    this.bounds.learnEqual(term, constant.value);
    if (term.kind !== Kind.concat) return;
    const low = term.b!;
    this.learnEqual(low, this.terms.extract(constant, 0, low.width));
    this.learnEqual(term.a!, this.terms.extract(constant, low.width, term.a!.width));
  }

  /**
   * What bounds say of parts: an input between 1 and 40 is its six low bits, extended. Put in place, that tells the rules for terms what
   * they know of narrow types, and makes circuits as small. Bytes above the bound are zero.
   */
  private learnParts(term: Term, { min, max, signedMin, signedMax }: WordBounds): void {
    const { width } = term;
    if (min > max || signedMin > signedMax || this.equal.has(term)) return;
    if (term.kind === Kind.concat) {
      const { a: high, b: low } = term;
      const [from, to] = [min, max].map((value) => extractBits(value, low!.width, high!.width));
      if (from === to) this.learnEqual(high!, this.terms.constant(high!.width, from));
      return;
    }
    if (term.kind !== Kind.variable) return;
    const isSigned = signedMin < flipSign(0, width);
    const needed = isSigned ? signedBits(signedMin, signedMax, width) : BigInt(max).toString(2).length;
    if (needed > width - LEAST_SAVED) return;
    const part = this.terms.extract(term, 0, needed);
    if (!isSigned) this.bounds.set(part, between(min, max, needed));
    this.equal.set(term, isSigned ? this.terms.sext(part, width) : this.terms.zext(part, width));
    this.hasEqualities = true;
  }

  /** An input that equals a term is that term from now on: what is asked later may cancel. */
  private learnSolved(input: Term, term: Term): boolean {
    if (input.kind !== Kind.variable || this.equal.has(input) || mayOccur(input, term)) return false;
    this.equal.set(input, term);
    this.solved.push([input, term]);
    this.hasEqualities = true;
    return true;
  }

  private learnSame(a: Term, b: Term): void {
    // The younger input in terms of the older: what was known before was said of that one.
    if (!this.learnSolved(b, a)) this.learnSolved(a, b);
    for (const graph of [this.signedOrder, this.unsignedOrder]) {
      graph.learn(a, b, false);
      graph.learn(b, a, false);
    }
  }

  private learnDifferent(a: Term, b: Term): void {
    const others = this.different.get(a);
    if (others === undefined) this.different.set(a, new Set([b]));
    else others.add(b);
  }

  private areDifferent(a: Term, b: Term): boolean {
    return this.different.get(a)?.has(b) === true || this.different.get(b)?.has(a) === true;
  }

  /** That a < b, or where that does not hold, that b <= a. */
  learnOrder(a: Term, b: Term, signed: boolean, holds: boolean): void {
    if (!this.bounds.learnOrder(a, b, signed, holds)) {
      const graph = signed ? this.signedOrder : this.unsignedOrder;
      if (holds) graph.learn(a, b, true);
      else graph.learn(b, a, false);
    }
  }

  /** What is known of the term itself, and what follows from its operands. */
  private boundsOf(term: Term, depth = 0): WordBounds {
    if (term.kind === Kind.constant) return between(term.value, term.value, term.width);
    const known = this.derived.get(term);
    if (known !== undefined) return known;
    const own = this.bounds.get(term);
    const following = depth < MOST_DEPTH ? derivedBounds(term, (part) => this.boundsOf(part, depth + 1)) : null;
    const bounds =
      own === undefined ? (following ?? anything(term.width)) : following === null ? own : commonBounds(own, following);
    this.derived.set(term, bounds);
    return bounds;
  }
}

/** Whether the input is part of the term, or the term too large to be put in place of it. */
function mayOccur(input: Term, term: Term): boolean {
  const open = [term];
  let looked = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === input || ++looked > MOST_PUT_IN_PLACE) return true;
    for (const operand of [next.a, next.b, next.c]) if (operand !== null) open.push(operand);
  }
  return false;
}

/** How many bits a signed number between the two takes. */
function signedBits(min: Scalar, max: Scalar, width: number): number {
  const bits = (flipped: Scalar): number => {
    const value = toSigned(flipSign(flipped, width), width);
    return (value < 0n ? -value - 1n : value).toString(2).length + 1;
  };
  return Math.max(bits(min), bits(max));
}

function order(aMin: Scalar, aMax: Scalar, bMin: Scalar, bMax: Scalar, orEqual: boolean): boolean | null {
  if (orEqual) return aMax <= bMin ? true : aMin > bMax ? false : null;
  return aMax < bMin ? true : aMin >= bMax ? false : null;
}

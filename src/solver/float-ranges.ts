/**
 * Between which numbers a float lies, by intervals: what constraints say of its parts, carried through its operations.
 *
 * Rounding is monotone, so the ends of a sum, product or quotient are those of the ends of its operands, rounded in the same way:
 * no widening is needed, and 64-bit ends are JavaScript's own arithmetic. A comparison that the intervals decide costs a walk over
 * the term instead of circuits of tens of thousands of gates. A NaN lies in no interval: whether one is possible is kept
 * apart. Filters, polynomials and iterations on bounded inputs are decided this way where their bounds are not tight.
 */
import { bitsOfFloat, floatArithmetic, floatOf, floatUnaryMeaning } from '../expr/float-meaning.ts';
import { Kind, RoundingMode } from '../expr/kinds.ts';
import { toSigned } from '../expr/scalar.ts';
import type { Term } from '../expr/term.ts';

/** Of the numbers; where there are none, `min` is above `max`. */
export interface FloatRange {
  readonly min: number;
  readonly max: number;
  readonly nan: boolean;
}

const ANYTHING: FloatRange = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, nan: true };

/** Who knows something about parts of a term. */
export interface KnownRanges {
  floatOf(term: Term): FloatRange | undefined;
  integerOf(term: Term, signed: boolean): { readonly min: number; readonly max: number };
}

/** What constraints say of floats directly. */
export class FloatBounds {
  private readonly known = new Map<Term, FloatRange>();

  get(term: Term): FloatRange | undefined {
    return this.known.get(term);
  }

  /** Learns from `a < b`, `a <= b` or `a == b`, or from its contrary. */
  learn({ kind, a, b }: Term, holds: boolean): void {
    const [left, right] = [constantOf(a!), constantOf(b!)];
    if (kind === Kind.feq) {
      if (!holds) return;
      if (right !== null) this.narrow(a!, { min: right, max: right, nan: false });
      else if (left !== null) this.narrow(b!, { min: left, max: left, nan: false });
      else for (const side of [a!, b!]) this.narrow(side, { ...ANYTHING, nan: false });
      return;
    }
    // The contrary of a < b is b <= a, or a NaN on one side.
    const [low, high] = holds ? [left, right] : [right, left];
    const [below, above] = holds ? [a!, b!] : [b!, a!];
    if (high !== null) this.narrow(below, { ...ANYTHING, max: high, nan: !holds });
    else if (holds) this.narrow(below, { ...ANYTHING, nan: false });
    if (low !== null) this.narrow(above, { ...ANYTHING, min: low, nan: !holds });
    else if (holds) this.narrow(above, { ...ANYTHING, nan: false });
  }

  private narrow(term: Term, range: FloatRange): void {
    if (term.kind === Kind.constant) return;
    const known = this.known.get(term);
    this.known.set(term, known === undefined ? range : both(known, range));
    const inner = absoluteOf(term);
    if (inner !== null) this.narrow(inner, { min: -range.max, max: range.max, nan: range.nan });
  }
}

/** Parts into which the range of an input is cut at most, all of them together. */
const MOST_PARTS = 64;

/** Whether a comparison of floats is decided by what is known; null where it is not. */
export function decideByRanges(condition: Term, known: readonly KnownRanges[]): boolean | null {
  const { kind } = condition;
  if (kind !== Kind.flt && kind !== Kind.fle && kind !== Kind.feq) return null;
  return decideIn(condition, known, new Map(), { left: MOST_PARTS });
}

/**
 * Intervals forget that the two operands of `x / r`, r made of x, belong together, and grow too wide; over smaller parts of the range
 * of x they grow less. So the widest known range is halved, and both halves must agree.
 */
function decideIn(
  condition: Term,
  known: readonly KnownRanges[],
  parts: ReadonlyMap<Term, FloatRange>,
  budget: { left: number },
): boolean | null {
  const ranges = new Ranges(known, parts);
  const decided = compare(condition, ranges);
  if (decided !== null) return decided;
  budget.left -= 2;
  const widest = budget.left < 0 ? null : ranges.widestKnown();
  if (widest === null) return null;
  const [term, { min, max, nan }] = widest;
  const middle = min / 2 + max / 2;
  if (!(middle > min && middle < max)) return null;
  const lower = decideIn(condition, known, new Map(parts).set(term, { min, max: middle, nan }), budget);
  if (lower === null) return null;
  return decideIn(condition, known, new Map(parts).set(term, { min: middle, max, nan }), budget) === lower
    ? lower
    : null;
}

function compare(condition: Term, ranges: Ranges): boolean | null {
  const [x, y] = [ranges.of(condition.a!), ranges.of(condition.b!)];
  const ordered = !x.nan && !y.nan;
  switch (condition.kind) {
    case Kind.flt:
      return x.min >= y.max ? false : ordered && x.max < y.min ? true : null;
    case Kind.fle:
      return x.min > y.max ? false : ordered && x.max <= y.min ? true : null;
    default:
      if (x.min > y.max || y.min > x.max) return false;
      if (condition.a === condition.b && !x.nan) return true;
      return ordered && x.min === x.max && x.min === y.min && y.min === y.max ? true : null;
  }
}

/** Larger terms count as anything: the walk must stay cheaper than the question. */
const MOST_TERMS = 4000;
const MOST_DEPTH = 1000;

class Ranges {
  private readonly done = new Map<Term, FloatRange>();

  private readonly told = new Map<Term, FloatRange>();

  constructor(
    private readonly known: readonly KnownRanges[],
    private readonly parts: ReadonlyMap<Term, FloatRange>,
  ) {}

  /** Of the bounded ranges that came from constraints; never of a value that may be a NaN. */
  widestKnown(): [Term, FloatRange] | null {
    let widest: [Term, FloatRange] | null = null;
    for (const [term, range] of this.told) {
      const width = range.max - range.min;
      if (range.nan || !Number.isFinite(width)) continue;
      if (widest === null || width > widest[1].max - widest[1].min) widest = [term, range];
    }
    return widest;
  }

  of(term: Term, depth = 0): FloatRange {
    const done = this.done.get(term);
    if (done !== undefined) return done;
    if (this.done.size > MOST_TERMS || depth > MOST_DEPTH) return ANYTHING;
    let range = this.derived(term, depth + 1);
    let isTold = false;
    for (const source of [...this.known.map((facts) => facts.floatOf(term)), this.parts.get(term)]) {
      if (source === undefined) continue;
      range = both(range, source);
      isTold = true;
    }
    if (isTold) this.told.set(term, range);
    this.done.set(term, range);
    return range;
  }

  private derived(term: Term, depth: number): FloatRange {
    const { kind, width } = term;
    switch (kind) {
      case Kind.constant: {
        const value = floatOf(term.value, width);
        return Number.isNaN(value) ? { min: 1, max: 0, nan: true } : { min: value, max: value, nan: false };
      }
      case Kind.stof:
      case Kind.utof: {
        const [least, most] = this.integer(term.a!, kind === Kind.stof);
        return { min: converted(least, width), max: converted(most, width), nan: false };
      }
      case Kind.fconvert:
        return mapped(this.of(term.a!, depth), (x) => rounded(x, width));
      case Kind.fround:
        return mapped(this.of(term.a!, depth), (x) => unary(Kind.fround, width, term.low as RoundingMode, x));
      case Kind.fsqrt: {
        const x = this.of(term.a!, depth);
        const root = (value: number) => unary(Kind.fsqrt, width, RoundingMode.nearestEven, Math.max(0, value));
        return { min: root(x.min), max: x.max < 0 ? Number.NEGATIVE_INFINITY : root(x.max), nan: x.nan || x.min < 0 };
      }
      case Kind.fadd:
      case Kind.fsub:
      case Kind.fmul:
      case Kind.fdiv:
        return arithmetic(kind, width, this.of(term.a!, depth), this.of(term.b!, depth), term.a === term.b);
      case Kind.ite:
        return either(this.of(term.b!, depth), this.of(term.c!, depth));
      case Kind.xor:
        return flipsSign(term) ? negated(this.of(term.a!, depth)) : ANYTHING;
      case Kind.and: {
        const inner = absoluteOf(term);
        return inner === null ? ANYTHING : absolute(this.of(inner, depth));
      }
      default:
        return ANYTHING;
    }
  }

  private integer(term: Term, signed: boolean): [number, number] {
    let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const facts of this.known) {
      const { min, max } = facts.integerOf(term, signed);
      least = Math.max(least, min);
      most = Math.min(most, max);
    }
    const half = 2 ** (term.width - 1);
    return [Math.max(least, signed ? -half : 0), Math.min(most, signed ? half : 2 * half)];
  }
}

function arithmetic(kind: Kind, width: number, x: FloatRange, y: FloatRange, isSame: boolean): FloatRange {
  if (x.min > x.max || y.min > y.max) return { min: 1, max: 0, nan: true };
  const apply = (a: number, b: number) =>
    floatOf(floatArithmetic(kind, width, bitsOfFloat(a, width), bitsOfFloat(b, width)), width);
  if (kind === Kind.fmul && isSame && !x.nan) {
    const [p, q] = [apply(x.min, x.min), apply(x.max, x.max)];
    return { min: x.min <= 0 && x.max >= 0 ? 0 : Math.min(p, q), max: Math.max(p, q), nan: false };
  }
  if (kind === Kind.fdiv && y.min <= 0 && y.max >= 0) return ANYTHING;
  const corners = [apply(x.min, y.min), apply(x.min, y.max), apply(x.max, y.min), apply(x.max, y.max)];
  if (corners.some(Number.isNaN)) return ANYTHING;
  const zeroTimesInfinity = kind === Kind.fmul && ((hasZero(x) && isUnbounded(y)) || (hasZero(y) && isUnbounded(x)));
  const nan = x.nan || y.nan || zeroTimesInfinity;
  return { min: Math.min(...corners), max: Math.max(...corners), nan };
}

const hasZero = ({ min, max }: FloatRange): boolean => min <= 0 && max >= 0;
const isUnbounded = ({ min, max }: FloatRange): boolean => min === -Infinity || max === Infinity;

const both = (x: FloatRange, y: FloatRange): FloatRange => ({
  min: Math.max(x.min, y.min),
  max: Math.min(x.max, y.max),
  nan: x.nan && y.nan,
});

const either = (x: FloatRange, y: FloatRange): FloatRange => ({
  min: Math.min(x.min, y.min),
  max: Math.max(x.max, y.max),
  nan: x.nan || y.nan,
});

const negated = ({ min, max, nan }: FloatRange): FloatRange => ({ min: -max, max: -min, nan });

function absolute(x: FloatRange): FloatRange {
  if (x.min >= 0) return x;
  if (x.max <= 0) return negated(x);
  return { min: 0, max: Math.max(-x.min, x.max), nan: x.nan };
}

function mapped({ min, max, nan }: FloatRange, monotone: (x: number) => number): FloatRange {
  return min > max ? { min, max, nan } : { min: monotone(min), max: monotone(max), nan };
}

const rounded = (value: number, width: number): number => (width === 32 ? Math.fround(value) : value);

/** Of an integer, away from zero where rounding twice might have come out below rounding once. */
const converted = (value: number, width: number): number =>
  rounded(width === 32 && Math.abs(value) > 2 ** 53 ? value * (1 + 2 ** -20) : value, width);

const unary = (kind: Kind, width: number, mode: RoundingMode, x: number): number =>
  floatOf(floatUnaryMeaning(kind, width, mode, bitsOfFloat(x, width)), width);

function constantOf(term: Term): number | null {
  return term.kind === Kind.constant ? floatOf(term.value, term.width) : null;
}

const isFloatWidth = (width: number): boolean => width === 32 || width === 64;

function flipsSign({ a, b, width }: Term): boolean {
  if (b!.kind !== Kind.constant || !isFloatWidth(width) || a!.width !== width) return false;
  return toSigned(b!.value, width) === -(1n << BigInt(width - 1));
}

/** x where the term is |x|; null otherwise. */
function absoluteOf({ kind, a, b, width }: Term): Term | null {
  if (kind !== Kind.and || b!.kind !== Kind.constant || !isFloatWidth(width)) return null;
  return toSigned(b!.value, width) === (1n << BigInt(width - 1)) - 1n ? a : null;
}

/**
 * Floats that depend on one integer and never turn back.
 *
 * Converting an integer, adding a constant, multiplying or dividing by one, rounding, widening and narrowing are monotone, however
 * they round; so is any chain of them. A chain compared with a constant is therefore true up to some integer and false from
 * there, or the other way round, and bisection over the integers with the machine's own arithmetic finds where: `(double)x / 10 < 0.3`
 * is `x < 3`. What is left is a comparison of integers, or nothing. Numbers that programs read from text are of this kind
 * (`strtod` of a few digits, runtime/src/strtod.c). Cost: at most 64 evaluations of the chain.
 */
import { bitsOfFloat, floatArithmetic, floatOf, floatUnaryMeaning, integerToFloat } from '../float-meaning.ts';
import { Kind, type RoundingMode } from '../kinds.ts';
import { type Scalar, wrap } from '../scalar.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { isConstantTerm } from './shape.ts';
import { fits, isNonNegative, spanOf } from './spans.ts';

/** Longer chains are rare, and a step is tried at every comparison. */
const MOST_STEPS = 12;

interface Chain {
  readonly integer: Term;
  readonly isSigned: boolean;
  /** The float for an integer. */
  readonly at: (value: bigint) => number;
}

/** The chain that ends in `term`; null where it is none. */
function chainOf(term: Term, steps = 0): Chain | null {
  if (steps > MOST_STEPS) return null;
  const { kind, width } = term;
  switch (kind) {
    case Kind.stof:
    case Kind.utof: {
      const integer = term.a!;
      const isSigned = kind === Kind.stof;
      const bits = (value: bigint): Scalar =>
        integerToFloat(wrap(value, integer.width), integer.width, width, isSigned);
      return integer.width > 64 ? null : { integer, isSigned, at: (value) => floatOf(bits(value), width) };
    }
    case Kind.fconvert:
      return then(term.a!, steps, (x) => (width === 32 ? Math.fround(x) : x));
    case Kind.fround:
      return then(term.a!, steps, (x) =>
        floatOf(floatUnaryMeaning(kind, width, term.low as RoundingMode, bitsOfFloat(x, width)), width),
      );
    case Kind.fadd:
    case Kind.fsub:
    case Kind.fmul:
    case Kind.fdiv: {
      const [x, y] = [term.a!, term.b!];
      const isLeft = isConstantTerm(x);
      const constant = isLeft ? x : y;
      if (!isConstantTerm(constant) || (isLeft && kind === Kind.fdiv)) return null;
      const value = floatOf(constant.value, width);
      // What is not finite makes a NaN of infinity, and so does infinity times zero.
      if (!Number.isFinite(value) || (value === 0 && (kind === Kind.fmul || kind === Kind.fdiv))) return null;
      return then(isLeft ? y : x, steps, (given) => {
        const bits = bitsOfFloat(given, width);
        const [a, b] = isLeft ? [constant.value, bits] : [bits, constant.value];
        return floatOf(floatArithmetic(kind, width, a, b), width);
      });
    }
    default: {
      const negated = negatedFloat(term);
      return negated === null ? null : then(negated, steps, (x) => -x);
    }
  }
}

function then(inner: Term, steps: number, step: (x: number) => number): Chain | null {
  const chain = chainOf(inner, steps + 1);
  return chain === null ? null : { ...chain, at: (value) => step(chain.at(value)) };
}

/** x where the term is -x: the top bit of x, inverted, before the others. */
function negatedFloat(term: Term): Term | null {
  if (term.kind === Kind.xor && isConstantTerm(term.b!) && term.width >= 32) {
    return BigInt(term.b!.value) === 1n << BigInt(term.width - 1) ? term.a! : null;
  }
  if (term.kind !== Kind.concat || term.a!.kind !== Kind.not) return null;
  const [top, rest] = [term.a!.a!, term.b!];
  const from = rest.kind === Kind.extract && rest.low === 0 ? rest.a! : null;
  if (from === null || from.width !== rest.width + 1 || top.kind !== Kind.extract || top.a !== from) return null;
  return top.low === rest.width ? from : null;
}

/** `chain < bound` and the like, as a comparison of integers; null where neither side is a chain and the other a constant. */
export function compareChain(t: Terms, kind: Kind, a: Term, b: Term): Term | null {
  const isLeft = isConstantTerm(b);
  if (!isLeft && !isConstantTerm(a)) return null;
  const constant = isLeft ? b : a;
  const bound = floatOf(constant.value, constant.width);
  const chain = Number.isNaN(bound) ? null : chainOf(isLeft ? a : b);
  if (chain === null) return null;
  if (kind === Kind.feq) {
    const below = where(t, chain, (x) => x < bound);
    const upTo = where(t, chain, (x) => x <= bound);
    return t.and(upTo, t.not(below));
  }
  const isStrict = kind === Kind.flt;
  if (isLeft) return where(t, chain, isStrict ? (x) => x < bound : (x) => x <= bound);
  return where(t, chain, isStrict ? (x) => bound < x : (x) => bound <= x);
}

/** Where the chain has a property that, along the integers, comes or goes at most once. */
function where(t: Terms, { integer, isSigned, at }: Chain, holds: (x: number) => boolean): Term {
  let [low, high] = rangeOf(t, integer, isSigned);
  const atLow = holds(at(low));
  if (atLow === holds(at(high))) return t.bool(atLow);
  // It is as at the low end up to `low`, and otherwise from `high` on.
  while (high - low > 1n) {
    const middle = low + (high - low) / 2n;
    if (holds(at(middle)) === atLow) low = middle;
    else high = middle;
  }
  const least = t.constant(integer.width, wrap(high, integer.width));
  const isBelow = isSigned ? t.slt(integer, least) : t.ult(integer, least);
  return atLow ? isBelow : t.not(isBelow);
}

function rangeOf(t: Terms, integer: Term, isSigned: boolean): [bigint, bigint] {
  const { width } = integer;
  const span = spanOf(t, integer);
  if (fits(span, width) && (isSigned || isNonNegative(span))) return [BigInt(span.min), BigInt(span.max)];
  const size = 1n << BigInt(width);
  return isSigned ? [-size / 2n, size / 2n - 1n] : [0n, size - 1n];
}

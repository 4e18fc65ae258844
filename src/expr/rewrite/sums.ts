import { Kind } from '../kinds.ts';
import { signBit } from '../meaning.ts';
import { type Scalar, wrap } from '../scalar.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { baseOf, exponentOf, factorOf, isConstantTerm } from './shape.ts';

/**
 * Sums in normal form: a linear combination is one chain, ((x1 + x2) + x3) + k. Each summand is a base times a constant factor, each
 * base occurs once, bases ascend by their ids and the constant comes last. Adding the same inputs in another order therefore
 * makes the same term, and comparisons cancel what both sides have.
 *
 * A chain is walked from its last summand down. An accumulator of a loop adds what was made last, which belongs at the end: one
 * comparison finds that nothing is to be done. Otherwise only the summands after the new one are added again, and at most
 * `MOST_MOVED` of them: beyond, the sum stays as the program wrote it, so that no order of adding costs more than linear time.
 *
 * A sum times a factor stays a product: taking it apart would turn one multiplier of the circuit into several (a hash `h * 31 + c`
 * has one per character then). Only comparisons look through it (`differenceOf`).
 */
const MOST_MOVED = 32;
/** How many terms `differenceOf` looks at. */
const MOST_LOOKED_AT = 64;

export const isSum = (term: Term): boolean => term.kind === Kind.add;

/** A sum without its constant. */
export const withoutConstant = (term: Term): Term => (isSum(term) && isConstantTerm(term.b!) ? term.a! : term);

/** Where a summand stands in a sum. */
export const rankOf = (summand: Term): number => baseOf(summand).id;

/** The operands of a sum stand in the order of their ids, whichever of them is the rest of the chain. */
function lastIsSecond(sum: Term): boolean {
  const { a, b } = sum;
  if (isSum(a!) !== isSum(b!)) return isSum(a!);
  return rankOf(b!) >= rankOf(a!);
}

export function lastOf(term: Term): Term {
  if (!isSum(term)) return term;
  return lastIsSecond(term) ? term.b! : term.a!;
}

/** The sum without its last summand; null when that was all. */
export function restOf(term: Term): Term | null {
  if (!isSum(term)) return null;
  return lastIsSecond(term) ? term.a! : term.b!;
}

/** Whether a summand is better written on the other side of an equation: its factor has the sign bit. */
export function isNegative(summand: Term): boolean {
  if (summand.kind === Kind.neg) return true;
  if (summand.kind !== Kind.mul || !isConstantTerm(summand.b!)) return false;
  const factor = summand.b!.value;
  return signBit(factor, summand.width) && exponentOf(factor) !== summand.width - 1;
}

/** base * factor, or null for nothing. */
function scaled(t: Terms, base: Term, factor: bigint): Term | null {
  const value = wrap(factor, base.width);
  return value === 0 ? null : t.mul(base, t.constant(base.width, value));
}

/** A sum in parts: the summands taken from its end, last first, and what was not looked at. */
export interface Parts {
  readonly rest: Term | null;
  readonly taken: readonly Term[];
}

export function restored(t: Terms, { rest, taken }: Parts, width: number): Term {
  let sum = rest;
  for (let i = taken.length - 1; i >= 0; i--) sum = sum === null ? taken[i]! : t.add(sum, taken[i]!);
  return sum ?? t.constant(width, 0);
}

/** The normal form of a + b, two sums without constants; null when too many summands would move. */
export function mergedSum(t: Terms, a: Term, b: Term): Term | null {
  const taken: Term[] = [];
  let x: Term | null = a;
  let y: Term | null = b;
  while (x !== null && y !== null) {
    if (taken.length === MOST_MOVED) return null;
    const last = lastOf(x);
    const other = lastOf(y);
    const difference = rankOf(last) - rankOf(other);
    if (difference === 0) {
      const both = scaled(t, baseOf(last), factorOf(last) + factorOf(other));
      if (both !== null) taken.push(both);
    } else taken.push(difference > 0 ? last : other);
    if (difference >= 0) x = restOf(x);
    if (difference <= 0) y = restOf(y);
  }
  return restored(t, { rest: x ?? y, taken }, a.width);
}

/** Whether all summands are as asked for, and not too many. */
export function everySummand(sum: Term, isAsked: (summand: Term) => boolean): boolean {
  let steps = 0;
  for (let rest: Term | null = sum; rest !== null; rest = restOf(rest)) {
    if (steps++ === MOST_MOVED || !isAsked(lastOf(rest))) return false;
  }
  return true;
}

/** Whether a sum has more summands than are looked at one by one. */
export const isLong = (term: Term): boolean => isSum(term) && !everySummand(term, () => true);

/** The sum of what each summand becomes. */
export function mappedSum(t: Terms, sum: Term, width: number, map: (summand: Term) => Term): Term {
  const taken: Term[] = [];
  for (let rest: Term | null = sum; rest !== null; rest = restOf(rest)) taken.push(map(lastOf(rest)));
  return restored(t, { rest: null, taken }, width);
}

/** Whether two sums have a base in common (or a summand), within the summands that would be looked at. */
export function haveCommon(part: 'base' | 'summand', a: Term, b: Term): boolean {
  let x: Term | null = a;
  let y: Term | null = b;
  for (let steps = 0; x !== null && y !== null && steps < MOST_MOVED; steps++) {
    const last = lastOf(x);
    const other = lastOf(y);
    const difference = rankOf(last) - rankOf(other);
    if (difference === 0 && (part === 'base' || last === other)) return true;
    if (difference >= 0) x = restOf(x);
    if (difference <= 0) y = restOf(y);
  }
  return false;
}

/** What to do with two summands over one base: make two others of them, either of which may be nothing. */
type Cancel = (summand: Term, other: Term) => readonly [Term | null, Term | null];

/** Both sums in parts, after `cancel` had its way with summands over one base. */
export function cancelled(a: Term, b: Term, cancel: Cancel): readonly [Parts, Parts] {
  const left: Term[] = [];
  const right: Term[] = [];
  let x: Term | null = a;
  let y: Term | null = b;
  while (x !== null && y !== null && left.length + right.length < MOST_MOVED) {
    const last = lastOf(x);
    const other = lastOf(y);
    const difference = rankOf(last) - rankOf(other);
    if (difference === 0) {
      const [first, second] = cancel(last, other);
      if (first !== null) left.push(first);
      if (second !== null) right.push(second);
    } else if (difference > 0) left.push(last);
    else right.push(other);
    if (difference >= 0) x = restOf(x);
    if (difference <= 0) y = restOf(y);
  }
  return [
    { rest: x, taken: left },
    { rest: y, taken: right },
  ];
}

/** Modulo 2^width: the difference of the factors, on the side where it is not negative. */
export function byFactors(t: Terms): Cancel {
  return (summand, other) => {
    const remaining = scaled(t, baseOf(summand), factorOf(summand) - factorOf(other));
    return remaining !== null && isNegative(remaining) ? [null, t.neg(remaining)] : [remaining, null];
  };
}

/** Only what is the same, which holds for integers too. */
export const byIdentity: Cancel = (summand, other) => (summand === other ? [null, null] : [summand, other]);

/** The sum in two: what has a negative factor, negated, and the others; null when nothing has, or there are too many. */
export function withoutNegative(t: Terms, sum: Term): { readonly others: Term; readonly negated: Term } | null {
  let hasNegative = false;
  const isShort = everySummand(sum, (summand) => {
    hasNegative ||= isNegative(summand);
    return true;
  });
  if (!isShort || !hasNegative) return null;
  const others: Term[] = [];
  const negated: Term[] = [];
  for (let rest: Term | null = sum; rest !== null; rest = restOf(rest)) {
    const last = lastOf(rest);
    if (isNegative(last)) negated.push(t.neg(last));
    else others.push(last);
  }
  return {
    others: restored(t, { rest: null, taken: others }, sum.width),
    negated: restored(t, { rest: null, taken: negated }, sum.width),
  };
}

/** Whether a summand is a sum times a factor. */
export const hasScaledSum = (term: Term): boolean =>
  !everySummand(term, (summand) => baseOf(summand) === summand || !isSum(baseOf(summand)));

/** A linear combination: factors by base, without those that are 0, and a constant; all modulo 2^width. */
export interface LinearForm {
  /** How many summands were taken together. */
  readonly summands: number;
  readonly factors: ReadonlyMap<Term, Scalar>;
  readonly constant: Scalar;
}

/** a - b, taken apart through products with constants too; null when it is too large. */
export function differenceOf(a: Term, b: Term, mostLookedAt = MOST_LOOKED_AT): LinearForm | null {
  const factors = new Map<Term, bigint>();
  let constant = 0n;
  let summands = 0;
  const open: [Term, bigint][] = [
    [a, 1n],
    [b, -1n],
  ];
  for (let looked = 0; open.length > 0; looked++) {
    if (looked === mostLookedAt) return null;
    const [term, factor] = open.pop()!;
    const base = baseOf(term);
    if (isConstantTerm(term)) constant += BigInt(term.value) * factor;
    else if (isSum(term)) open.push([term.a!, factor], [term.b!, factor]);
    else if (base !== term) open.push([base, factor * factorOf(term)]);
    else {
      summands++;
      factors.set(term, (factors.get(term) ?? 0n) + factor);
    }
  }
  const { width } = a;
  const left = [...factors].map(([base, factor]) => [base, wrap(factor, width)] as const);
  const nonZero = left.filter(([, factor]) => factor !== 0);
  return { summands, factors: new Map(nonZero), constant: wrap(constant, width) };
}

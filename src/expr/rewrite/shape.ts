import { Kind } from '../kinds.ts';
import { onesOf } from '../meaning.ts';
import type { Scalar } from '../scalar.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';

/** The questions rules ask about the shape of an operand. */

export const isConstantTerm = (term: Term): boolean => term.kind === Kind.constant;
export const isZero = (term: Term): boolean => term.kind === Kind.constant && term.value === 0;
export const isOne = (term: Term): boolean => term.kind === Kind.constant && term.value === 1;
export const isOnes = (term: Term): boolean => term.kind === Kind.constant && term.value === onesOf(term.width);

/** Whether one is the bitwise complement of the other, by shape. */
export function areComplements(a: Term, b: Term): boolean {
  if (a.kind === Kind.not && a.a === b) return true;
  if (b.kind === Kind.not && b.a === a) return true;
  if (a.width !== 1) return false;
  // The complement of a comparison is another comparison: not (a < b) is b <= a.
  if (a.kind === Kind.ult) return b.kind === Kind.ule && a.a === b.b && a.b === b.a;
  if (a.kind === Kind.ule) return b.kind === Kind.ult && a.a === b.b && a.b === b.a;
  if (a.kind === Kind.slt) return b.kind === Kind.sle && a.a === b.b && a.b === b.a;
  if (a.kind === Kind.sle) return b.kind === Kind.slt && a.a === b.b && a.b === b.a;
  return false;
}

/** k where the value is 2^k, else -1. */
export function exponentOf(value: Scalar): number {
  if (typeof value === 'number') {
    const exponent = Math.log2(value);
    return value > 0 && Number.isInteger(exponent) && 2 ** exponent === value ? exponent : -1;
  }
  return (value & (value - 1n)) === 0n ? value.toString(2).length - 1 : -1;
}

/** The bits of `value` as one run of ones, [low, low + length), or null. */
export function runOfOnes(value: Scalar): { low: number; length: number } | null {
  let rest = BigInt(value);
  if (rest === 0n) return null;
  const low = exponentOf(rest & -rest);
  rest >>= BigInt(low);
  const length = exponentOf(rest + 1n);
  return length < 0 ? null : { low, length };
}

/** Whether a term is `x << k` by a constant, which is kept as x's low bits above k zeros. */
export function isShiftedLeft(term: Term): boolean {
  return (
    term.kind === Kind.concat &&
    isZero(term.b!) &&
    term.a!.kind === Kind.extract &&
    term.a!.low === 0 &&
    term.a!.a!.width === term.width
  );
}

/** A term as base * factor, modulo 2^width. */
export function baseOf(term: Term): Term {
  if (term.kind === Kind.neg) return term.a!;
  if (term.kind === Kind.mul && isConstantTerm(term.b!)) return term.a!;
  return isShiftedLeft(term) ? term.a!.a! : term;
}

export function factorOf(term: Term): bigint {
  if (term.kind === Kind.neg) return -1n;
  if (term.kind === Kind.mul && isConstantTerm(term.b!)) return BigInt(term.b!.value);
  return isShiftedLeft(term) ? 1n << BigInt(term.b!.width) : 1n;
}

/** For a 1-bit operand and result, the kind of tests that `extract` of a top bit stands for. */
export function topBit(terms: Terms, term: Term): Term {
  let top = term;
  while (top.kind === Kind.concat || top.kind === Kind.sext) top = top.a!;
  return terms.extract(top, top.width - 1, 1);
}

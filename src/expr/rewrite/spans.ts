import { Kind } from '../kinds.ts';
import { signBit } from '../meaning.ts';
import { toSigned } from '../scalar.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';
import { baseOf, factorOf, isConstantTerm } from './shape.ts';
import { lastOf, restOf } from './sums.ts';

/**
 * Between which integers a linear term lies when nothing wraps: sums, negations and products with constants are read as those of
 * the integers, everything else as the signed number it is. The term equals that integer modulo 2^width, so where the span fits
 * into the signed numbers of the width, the term is that integer, whatever wrapped on the way. Beyond what a JavaScript number
 * holds exactly, a span is without end.
 */
export interface Span {
  readonly min: number;
  readonly max: number;
}

const ENDLESS: Span = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
const MOST_DEPTH = 40;

const span = (min: number, max: number): Span =>
  Number.isSafeInteger(min) && Number.isSafeInteger(max) ? { min, max } : ENDLESS;

export const sumOfSpans = (x: Span, y: Span): Span => span(x.min + y.min, x.max + y.max);

/** The span of a constant alone. */
export const spanOfNumber = (value: number): Span => span(value, value);

/** Whether every integer of the span is a signed number of the width. */
export function fits({ min, max }: Span, width: number): boolean {
  if (!Number.isFinite(min)) return false;
  return width > 53 || (min >= -(2 ** (width - 1)) && max < 2 ** (width - 1));
}

/** Whether the numbers of the span are the same read as unsigned. */
export const isNonNegative = (of: Span): boolean => of.min >= 0;

/** Kept by term, so that a sum that grows in a loop is not added up anew each time it is compared. */
export function spanOf(t: Terms, term: Term, depth = 0): Span {
  const known = t.spans[term.id];
  if (known !== undefined) return known;
  if (depth > MOST_DEPTH) return ENDLESS;
  if (term.kind !== Kind.add) return (t.spans[term.id] = spanOfOne(t, term, depth));
  // Sums are chains that may be longer than the stack.
  const chain: Term[] = [];
  let rest: Term = term;
  for (; rest.kind === Kind.add && t.spans[rest.id] === undefined; rest = restOf(rest)!) chain.push(rest);
  let total = spanOf(t, rest, depth + 1);
  for (let next = chain.pop(); next !== undefined; next = chain.pop()) {
    total = sumOfSpans(total, spanOf(t, lastOf(next), depth + 1));
    t.spans[next.id] = total;
  }
  return total;
}

function spanOfOne(t: Terms, term: Term, depth: number): Span {
  if (isConstantTerm(term)) return spanOfNumber(Number(toSigned(term.value, term.width)));
  const base = baseOf(term);
  if (base !== term) {
    const factor = Number(BigInt.asIntN(term.width, factorOf(term)));
    const { min, max } = spanOf(t, base, depth + 1);
    return factor < 0 ? span(max * factor, min * factor) : span(min * factor, max * factor);
  }
  if (term.kind === Kind.sext) return signedSpan(t, term.a!, depth + 1);
  return ownSpan(t, term);
}

/** Of a linear term as a signed number of its width: by its parts where nothing wraps, else by its width. */
function signedSpan(t: Terms, term: Term, depth: number): Span {
  const linear = spanOf(t, term, depth);
  return fits(linear, term.width) ? linear : ownSpan(t, term);
}

function ownSpan(t: Terms, term: Term): Span {
  const { width } = term;
  const half = 2 ** (width - 1);
  const { min, max } = t.facts.of(term);
  if (!signBit(max, width)) return span(Number(min), Number(max));
  return span(-half, half - 1);
}

import type { Kind, KindName } from '../kinds.ts';
import type { Term } from '../term.ts';
import type { Terms } from '../terms.ts';

/**
 * One rewrite rule. It sees the operands of a term that is about to be made and returns an equal term, or null to leave
 * it to the next rule. It may assume that the operands are normal (constants to the right where the kind commutes) and
 * must make its result through the same `Terms`, so the result is normalised in turn. A rule must bring the term nearer
 * to a normal form: never undo what another rule does.
 */
export interface Rule {
  readonly name: string;
  /** The kinds it is tried for. */
  readonly on: readonly KindName[];
  /** 1: local and always cheaper; 2: looks deeper or consults known bits. */
  readonly level: 1 | 2;
  /** What it matches and what it makes, for the reader. */
  readonly match: string;
  readonly result: string;
  readonly apply: Apply;
}

/** Absent operands are passed as null although typed as terms: the kind tells which are there. */
export type Apply = (terms: Terms, a: Term, b: Term, c: Term, width: number, low: number, kind: Kind) => Term | null;

export function rule(
  name: string,
  on: KindName | readonly KindName[],
  match: string,
  result: string,
  apply: Apply,
  level: 1 | 2 = 1,
): Rule {
  return { name, on: typeof on === 'string' ? [on] : on, level, match, result, apply };
}

/**
 * Conditions that people can take in: a conjunction without what follows from the rest, and one conjunction for several
 * where there is one.
 *
 * To join cases, every literal that occurs in a condition of the signature, and its negation, is tried: those that hold
 * in all cases are kept. If together they allow nothing but the cases, they are the joined condition; `x < 3`, `x == 3 && y > 0`
 * and `x == 3 && y <= 0` become `x <= 3` if some row says `x > 3`. One query per literal and one for the whole.
 */
import type { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { PathCondition, type Solver } from '../solver/solver.ts';

/** More literals than this are not tried: then only those that the cases share. */
const MOST_LITERALS = 48;

export function conjunction(conditions: readonly Term[]): PathCondition {
  return conditions.reduce((all, each) => all.append(each), PathCondition.empty);
}

/** Leaves out conjuncts that the remaining ones imply, later ones first. */
export function dropImplied(conditions: readonly Term[], terms: Terms, solver: Solver): Term[] {
  let kept = [...new Set(conditions)];
  for (let i = kept.length - 1; i >= 0; i--) {
    const others = kept.filter((_, k) => k !== i);
    if (solver.check(conjunction(others), terms.not(kept[i])).status === 'unsat') kept = others;
  }
  return kept;
}

/** One conjunction that holds exactly where one of the cases does, made of the given literals; null when there is none. */
export function joinCases(
  cases: readonly (readonly Term[])[],
  literals: readonly Term[],
  terms: Terms,
  solver: Solver,
): Term[] | null {
  const shared = cases[0].filter((term) => cases.every((each) => each.includes(term)));
  const either = terms.orAll(cases.map((each) => terms.andAll([...each])));
  const nothingElse = (candidate: readonly Term[]) =>
    solver.check(conjunction(candidate), terms.not(either)).status === 'unsat';
  if (nothingElse(shared)) return dropImplied(shared, terms, solver);
  if (literals.length > MOST_LITERALS) return null;
  const candidates = new Set(shared);
  for (const literal of literals) {
    for (const term of [literal, terms.not(literal)]) {
      const holds = cases.every(
        (each) => each.includes(term) || solver.check(conjunction(each), terms.not(term)).status === 'unsat',
      );
      if (holds) candidates.add(term);
    }
  }
  const all = [...candidates];
  return nothingElse(all) ? dropImplied(all, terms, solver) : null;
}

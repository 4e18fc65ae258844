/**
 * Conditions that people can take in: a conjunction without what follows from the rest, and one conjunction for several
 * where there is one.
 *
 * To join cases, every literal that occurs in a condition of the signature, and its negation, is tried: those that hold
 * in all cases are kept. If together they allow nothing but the cases, they are the joined condition; `x < 3`, `x == 3 && y > 0`
 * and `x == 3 && y <= 0` become `x <= 3` if some row says `x > 3`. One query per literal and one for the whole.
 */
import { Kind } from '../expr/kinds.ts';
import type { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { visitOnce } from '../expr/walk.ts';
import { PathCondition, type Solver } from '../solver/solver.ts';

/** More literals than this are not tried: then only those that the cases share. */
const MOST_LITERALS = 48;

export function conjunction(conditions: readonly Term[]): PathCondition {
  return conditions.reduce((all, each) => all.append(each), PathCondition.empty);
}

/** Leaves out conjuncts that the remaining ones, and what is given anyway, imply; later ones first. */
export function dropImplied(
  conditions: readonly Term[],
  terms: Terms,
  solver: Solver,
  given: readonly Term[] = [],
): Term[] {
  let kept = [...new Set(conditions)].filter((term) => !given.includes(term));
  for (let i = kept.length - 1; i >= 0; i--) {
    const others = kept.filter((_, k) => k !== i);
    if (solver.check(conjunction([...given, ...others]), terms.not(kept[i])).status === 'unsat') kept = others;
  }
  return kept;
}

/** Of an input that is 0 or 1 by what is given, `(x & 1) == 0` says no more than `x == 0`. */
export function plainer(term: Term, given: readonly Term[], terms: Terms, solver: Solver): Term {
  const variables = new Set<Term>();
  visitOnce([term], (part) => {
    if (part.a === null && part.kind !== Kind.constant) variables.add(part);
  });
  const [variable] = variables;
  if (variables.size !== 1 || variable.kind !== Kind.variable || !given.some((each) => mentions(each, variable))) {
    return term;
  }
  const zero = terms.eq(variable, terms.constant(variable.width, 0));
  for (const candidate of [zero, terms.not(zero)]) {
    if (candidate === term) return term;
    const differs = terms.ne(candidate, term);
    if (solver.check(conjunction(given), differs).status === 'unsat') return candidate;
  }
  return term;
}

function mentions(term: Term, variable: Term): boolean {
  let found = false;
  visitOnce([term], (part) => {
    found ||= part === variable;
  });
  return found;
}

/** One conjunction that holds exactly where one of the cases does, made of the given literals; null when there is none. */
export function joinCases(
  cases: readonly (readonly Term[])[],
  literals: readonly Term[],
  terms: Terms,
  solver: Solver,
  given: readonly Term[] = [],
): Term[] | null {
  const shared = cases[0].filter((term) => cases.every((each) => each.includes(term)));
  const either = terms.orAll(cases.map((each) => terms.andAll([...each])));
  const nothingElse = (candidate: readonly Term[]) =>
    solver.check(conjunction([...given, ...candidate]), terms.not(either)).status === 'unsat';
  if (nothingElse(shared)) return dropImplied(shared, terms, solver, given);
  if (literals.length > MOST_LITERALS) return null;
  const candidates = new Set(shared);
  for (const literal of literals) {
    for (const term of [literal, terms.not(literal)]) {
      const holds = cases.every(
        (each) =>
          each.includes(term) || solver.check(conjunction([...given, ...each]), terms.not(term)).status === 'unsat',
      );
      if (holds) candidates.add(term);
    }
  }
  const all = [...candidates];
  return nothingElse(all) ? dropImplied(all, terms, solver, given) : null;
}

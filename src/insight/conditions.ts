/**
 * Conditions that people can take in: a conjunction without what follows from the rest, and one conjunction for several
 * where there is one.
 *
 * To join cases, every literal that occurs in a condition of the signature, and its negation, is tried: those that hold
 * in all cases are kept. If together they allow nothing but the cases, they are the joined condition; `x < 3`, `x == 3 && y > 0`
 * and `x == 3 && y <= 0` become `x <= 3` if some row says `x > 3`. One query per literal and one for the whole.
 */
import { Kind } from '../expr/kinds.ts';
import { fromBigInt, toSigned } from '../expr/scalar.ts';
import { substitute } from '../expr/substitute.ts';
import type { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { visitOnce } from '../expr/walk.ts';
import { PathCondition, type Solver } from '../solver/solver.ts';

/** More literals than this are not tried: then only those that the cases share. */
const MOST_LITERALS = 48;
/** Alternatives that are tried one by one. */
const MOST_SPLITS = 16;

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
    if (solver.check(PathCondition.of([...given, ...others]), terms.not(kept[i])).status === 'unsat') kept = others;
  }
  return kept;
}

/** The same conjunction, shorter: alternatives that the others exclude are left out, those of a `?:` too, and two bounds that meet are an equality. */
export function withoutDetours(conditions: readonly Term[], terms: Terms, solver: Solver): Term[] {
  const kept = [...conditions];
  for (let i = 0, left = MOST_SPLITS; i < kept.length && left > 0; i++) {
    for (let sides = alternatives(kept[i], terms); sides !== null; sides = alternatives(kept[i], terms)) {
      if (left-- === 0) break;
      const others = PathCondition.of(kept.filter((_, k) => k !== i));
      const possible = sides.filter((side) => solver.check(others, side).status !== 'unsat');
      if (possible.length !== 1) break;
      kept.splice(i, 1, ...conjunctsOf(possible[0]));
    }
  }
  const used = new Set<Term>();
  return kept.flatMap((term) => {
    if (used.has(term)) return [];
    const bound = boundOf(term);
    const other = bound === null ? undefined : kept.find((each) => meets(bound, boundOf(each)));
    if (bound === null || other === undefined) return [term];
    used.add(other);
    return [terms.eq(bound.of, terms.constant(bound.of.width, fromBigInt(BigInt.asUintN(bound.of.width, bound.at))))];
  });
}

interface Bound {
  readonly of: Term;
  readonly signed: boolean;
  readonly isUpper: boolean;
  /** The last value that is allowed. */
  readonly at: bigint;
}

function meets(bound: Bound, other: Bound | null): boolean {
  if (other === null || bound.of !== other.of || bound.signed !== other.signed) return false;
  return bound.isUpper !== other.isUpper && bound.at === other.at;
}

/** Of a comparison with a constant. */
function boundOf({ kind, a, b }: Term): Bound | null {
  const signed = kind === Kind.slt || kind === Kind.sle;
  if (!signed && kind !== Kind.ult && kind !== Kind.ule) return null;
  const isUpper = b!.kind === Kind.constant;
  const [of, limit] = isUpper ? [a!, b!] : [b!, a!];
  if (limit.kind !== Kind.constant) return null;
  const value = signed ? toSigned(limit.value, limit.width) : BigInt(limit.value);
  const strict = kind === Kind.slt || kind === Kind.ult ? 1n : 0n;
  return { of, signed, isUpper, at: isUpper ? value - strict : value + strict };
}

/** Two conditions of which exactly the term says that one holds; null when it is plain. */
function alternatives(term: Term, terms: Terms): [Term, Term] | null {
  if (term.width !== 1) return null;
  if (term.kind === Kind.or) return [term.a!, term.b!];
  const inner = term.kind === Kind.not ? term.a! : null;
  if (inner?.kind === Kind.and) return [terms.not(inner.a!), terms.not(inner.b!)];
  const choice = choiceIn(term);
  if (choice === null) return null;
  const given = (value: boolean) => substitute(terms, term, new Map([[choice, terms.bool(value)]]));
  return [terms.and(choice, given(true)), terms.and(terms.not(choice), given(false))];
}

/** The condition of a `?:` inside a term; null when there is none. */
function choiceIn(term: Term): Term | null {
  let found: Term | null = null;
  visitOnce([term], (part) => {
    if (part.kind === Kind.ite) found ??= part.a;
  });
  return found;
}

function conjunctsOf(term: Term): Term[] {
  return term.kind === Kind.and && term.width === 1 ? [...conjunctsOf(term.a!), ...conjunctsOf(term.b!)] : [term];
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
    if (solver.check(PathCondition.of(given), differs).status === 'unsat') return candidate;
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
    solver.check(PathCondition.of([...given, ...candidate]), terms.not(either)).status === 'unsat';
  if (nothingElse(shared)) return dropImplied(shared, terms, solver, given);
  if (literals.length > MOST_LITERALS) return null;
  const candidates = new Set(shared);
  for (const literal of literals) {
    for (const term of [literal, terms.not(literal)]) {
      const holds = cases.every(
        (each) =>
          each.includes(term) ||
          solver.check(PathCondition.of([...given, ...each]), terms.not(term)).status === 'unsat',
      );
      if (holds) candidates.add(term);
    }
  }
  const all = [...candidates];
  return nothingElse(all) ? dropImplied(all, terms, solver, given) : null;
}

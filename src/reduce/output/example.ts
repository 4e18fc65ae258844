/**
 * Inputs that people like to read. The solver's models have small numbers where single values can be changed; where two
 * inputs must change together it is asked again, with a bound on the largest one, a few times per task.
 */
import { Kind } from '../../expr/kinds.ts';
import { toSigned } from '../../expr/scalar.ts';
import type { Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { visitOnce } from '../../expr/walk.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';

/** Tried in this order. */
const BOUNDS = [100n, 10_000n];
const MOST_QUERIES = 6;

export function smallInput(conditions: readonly Term[], first: Model, terms: Terms, solver: Solver): Model {
  let model = first;
  let bounded = PathCondition.of(conditions);
  const tried = new Set<Term>();
  for (let queries = 0; queries < MOST_QUERIES; ) {
    const large = largeInputs(conditions, model).find((input) => !tried.has(input));
    if (large === undefined) break;
    tried.add(large);
    for (const bound of BOUNDS) {
      if (bound >= distance(large, model) || queries++ >= MOST_QUERIES) break;
      const low = terms.constant(large.width, BigInt.asUintN(large.width, -bound));
      const near = terms.and(terms.sle(low, large), terms.sle(large, terms.constant(large.width, bound)));
      const closer = bounded.append(near);
      const found = solver.check(closer).status === 'sat' ? solver.model(closer) : null;
      if (found === null) continue;
      bounded = closer;
      model = found;
      break;
    }
  }
  return model;
}

/** How far from zero. */
function distance(input: Term, model: Model): bigint {
  const value = toSigned(model.scalars.get(input) ?? 0, input.width);
  return value < 0n ? -value : value;
}

/** Integer inputs that the conditions speak of and whose values are far from zero. Floats may look so, and stay. */
function largeInputs(conditions: readonly Term[], model: Model): Term[] {
  const result: Term[] = [];
  visitOnce([...conditions], (term) => {
    if (term.kind !== Kind.variable || term.width < 16) return;
    if (distance(term, model) > BOUNDS[0]) result.push(term);
  });
  return result;
}

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

const BOUND = 100n;
const MOST_QUERIES = 4;

export function smallInput(conditions: readonly Term[], first: Model, terms: Terms, solver: Solver): Model {
  let model = first;
  let bounded = conditions.reduce((all, each) => all.append(each), PathCondition.empty);
  const tried = new Set<Term>();
  for (let queries = 0; queries < MOST_QUERIES; queries++) {
    const large = largeInputs(conditions, model).find((input) => !tried.has(input));
    if (large === undefined) break;
    tried.add(large);
    const low = terms.constant(large.width, BigInt.asUintN(large.width, -BOUND));
    const bound = terms.and(terms.sle(low, large), terms.sle(large, terms.constant(large.width, BOUND)));
    const with_ = bounded.append(bound);
    const smaller = solver.check(with_).status === 'sat' ? solver.model(with_) : null;
    if (smaller === null) continue;
    bounded = with_;
    model = smaller;
  }
  return model;
}

/** Integer inputs that the conditions speak of and whose values are far from zero. Floats may look so, and stay. */
function largeInputs(conditions: readonly Term[], model: Model): Term[] {
  const result: Term[] = [];
  visitOnce([...conditions], (term) => {
    if (term.kind !== Kind.variable || term.width < 16) return;
    const value = toSigned(model.scalars.get(term) ?? 0, term.width);
    if (value > BOUND || value < -BOUND) result.push(term);
  });
  return result;
}

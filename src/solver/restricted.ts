/** A solver that knows of some inputs only: every question is asked about those. */
import type { Term } from '../expr/term.ts';
import type { PathCondition, Solver } from './solver.ts';

export function restrictedTo(within: Term, solver: Solver): Solver {
  const known = new WeakMap<PathCondition, PathCondition>();
  const inside = (condition: PathCondition): PathCondition => {
    let result = known.get(condition);
    if (result === undefined) {
      result = condition.append(within);
      known.set(condition, result);
    }
    return result;
  };
  return {
    check: (condition, extra) => solver.check(inside(condition), extra),
    mayBeTrue: (condition, term) => solver.mayBeTrue(inside(condition), term),
    mustBeTrue: (condition, term) => solver.mustBeTrue(inside(condition), term),
    branch: (condition, term) => solver.branch(inside(condition), term),
    value: (condition, term) => solver.value(inside(condition), term),
    range: (condition, term) => solver.range(inside(condition), term),
    values: (condition, term, limit) => solver.values(inside(condition), term, limit),
    model: (condition) => solver.model(inside(condition)),
    unsatCore: (condition) => solver.unsatCore(inside(condition)),
    groups: (condition) => solver.groups(inside(condition)),
    groupsAbout: (condition, inputs) => solver.groupsAbout(inside(condition), inputs),
    statistics: solver.statistics,
    dispose: () => solver.dispose(),
  };
}

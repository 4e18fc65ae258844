/**
 * One state against the visits of its point, beyond the values that the decision tree has compared: what conditions and
 * constraints say. Visits of one point have most of these in common, so answers are kept.
 */
import { Kind } from '../../expr/kinds.ts';
import type { Term } from '../../expr/term.ts';
import type { State } from '../../machine/state.ts';
import type { Solver } from '../../solver/solver.ts';
import type { LocationVariables } from './location-variables.ts';
import { ConditionReader, type StateReader, sameSurroundings, surroundingsOf, type Visit } from './points.ts';

export class VisitComparison {
  private readonly surroundings;
  private readonly inState: ConditionReader;
  private held: ReadonlySet<Term> | null = null;
  private readonly conditions = new Map<Term, boolean>();
  private readonly followed = new Map<Term, boolean>();

  constructor(
    private readonly state: State,
    reader: StateReader,
    variables: LocationVariables,
    private readonly solver: Solver,
  ) {
    this.surroundings = surroundingsOf(state);
    this.inState = new ConditionReader(variables, reader);
  }

  agreesWith(visit: Visit): boolean {
    if (!sameSurroundings(visit, this.surroundings)) return false;
    for (const condition of visit.conditions) if (!this.satisfies(condition)) return false;
    for (const constraint of visit.constraints) if (!this.isHeld(constraint)) return false;
    return true;
  }

  private satisfies(condition: Term): boolean {
    let answer = this.conditions.get(condition);
    if (answer === undefined) {
      const here = this.inState.in(condition);
      answer = here !== null && this.follows(here);
      this.conditions.set(condition, answer);
    }
    return answer;
  }

  private isHeld(constraint: Term): boolean {
    this.held ??= new Set(this.state.condition.conjuncts());
    // What is not written there may still follow from what is.
    return this.held.has(constraint) || this.follows(constraint);
  }

  private follows(term: Term): boolean {
    if (term.kind === Kind.constant) return term.value === 1;
    let answer = this.followed.get(term);
    if (answer === undefined) {
      answer = this.solver.mustBeTrue(this.state.condition, term) === 'yes';
      this.followed.set(term, answer);
    }
    return answer;
  }
}

/**
 * Lists of conditions as path conditions. What a list has in common with the one before, at its beginning, is taken over
 * together with all the solver knows about it; tasks that follow each other mostly differ in their last condition.
 */
import type { Term } from '../../expr/term.ts';
import { PathCondition } from '../../solver/solver.ts';

export class ConditionChain {
  private readonly terms: Term[] = [];
  /** Of the first ones, one more each. */
  private readonly conditions: PathCondition[] = [];

  of(terms: readonly Term[]): PathCondition {
    let length = 0;
    while (length < this.terms.length && this.terms[length] === terms[length]) length++;
    this.terms.length = length;
    this.conditions.length = length;
    let condition = length === 0 ? PathCondition.empty : this.conditions[length - 1];
    for (let i = length; i < terms.length; i++) {
      condition = condition.append(terms[i]);
      this.terms.push(terms[i]);
      this.conditions.push(condition);
    }
    return condition;
  }
}

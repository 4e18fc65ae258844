/**
 * What has been explored after a decision, as a tree of the decisions on which the sequence of affected statements depends.
 *
 * Question: a state stands on the second side of a free branch, one that decides nothing about the sequence. The first side
 * is explored. Can the second side show a sequence that the first did not? Each leaf of the first side's tree stands for
 * all inputs that satisfy the deciding conditions on the way to it, whichever side of the free branch they take. So the
 * second side is covered when each of its inputs finds a leaf: where both sides of a decision were explored, it does; where
 * only one was, the other must be impossible here too, and that is a question to the solver. The questions are those that
 * running the second side would ask, without the running, and most were asked before.
 *
 * A condition of a free branch inside the tree never matters where one side was explored: what is after it speaks for both.
 * Where the second side had to be explored as well, the condition tells which of the two trees to look in; where it was
 * covered, its place refers to the first.
 */
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { PathCondition, Solver } from '../../solver/solver.ts';

/** A place in the tree: what is known of everything after it. */
export class Explored {
  condition: Term | null = null;
  isFree = false;
  whenTrue: Explored | null = null;
  whenFalse: Explored | null = null;
  /** The path ended here, and no limit cut it. */
  isEnd = false;
  /** Nothing was run from here, because what is known there speaks for it. */
  sameAs: Explored | null = null;

  /** The place after a decision. Null where another condition was decided here before. */
  decide(condition: Term, value: boolean, isFree: boolean): Explored | null {
    if (this.condition === null) {
      this.condition = condition;
      this.isFree = isFree;
    } else if (this.condition !== condition) return null;
    if (value) return (this.whenTrue ??= new Explored());
    return (this.whenFalse ??= new Explored());
  }
}

/** Beyond this the state is rather run. */
const MOST_QUESTIONS = 4000;
const MOST_NESTED_TERMS = 1000;

export class SideCoverage {
  questions = 0;

  constructor(
    private readonly terms: Terms,
    private readonly solver: Solver,
  ) {}

  /** Whether every input of the condition finds an end in the tree. */
  covers(tree: Explored, condition: PathCondition): boolean {
    this.questions = 0;
    return this.walk(tree, condition, 0);
  }

  private walk(tree: Explored, inputs: PathCondition, depth: number): boolean {
    if (depth > MOST_NESTED_TERMS) return false;
    let at = tree;
    let left = inputs;
    for (;;) {
      if (at.sameAs !== null) at = at.sameAs;
      const { condition, whenTrue, whenFalse } = at;
      if (condition === null) return at.isEnd;
      if (whenTrue !== null && whenFalse !== null) {
        if (!this.walk(whenTrue, left.append(condition), depth + 1)) return false;
        left = left.append(this.terms.not(condition));
        at = whenFalse;
        continue;
      }
      const only = whenTrue ?? whenFalse;
      if (only === null) return false;
      if (!at.isFree) {
        const taken = whenTrue !== null ? condition : this.terms.not(condition);
        if (++this.questions > MOST_QUESTIONS) return false;
        if (this.solver.mayBeTrue(left, this.terms.not(taken)) !== 'no') return false;
        left = left.append(taken);
      }
      at = only;
    }
  }
}

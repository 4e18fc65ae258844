/** The two ways to settle symbolic conditions: ask what is possible, or follow one input. */
import { evaluate } from '../expr/evaluate.ts';
import type { Scalar } from '../expr/scalar.ts';
import type { Model, Term } from '../expr/term.ts';
import type { Policy, Sides } from '../machine/policy.ts';
import type { State } from '../machine/state.ts';
import { Patience } from '../solver/patience.ts';
import type { Solver } from '../solver/solver.ts';
import { Random } from './random.ts';

/** Of the time for a question, what it gets while there are other paths to go on with. */
const SHARE_AT_FIRST = 0.1;

/** Explores every side the solver finds possible. */
export class SearchingPolicy implements Policy {
  records = false;
  /** Sides that were given up because the solver did not decide them in time. */
  undecided = 0;

  /** Sides that were left out because there had been enough forks. */
  leftOut = 0;

  /** Questions get little time at first: see patience.ts. */
  hurries = false;
  /** It has come to asking hard questions again, and does not hurry any more. */
  isPatient = false;

  constructor(
    private readonly solver: Solver,
    /** Decisions with two possible sides of which both are explored; of later ones, sides are drawn. */
    private forksLeft = Number.POSITIVE_INFINITY,
    private readonly random = new Random(1),
    private readonly patience = new Patience(),
  ) {}

  sides(state: State, condition: Term): Sides {
    const sides = this.possibleSides(state, condition);
    if (sides !== 'both' || this.forksLeft-- > 0) return sides;
    this.leftOut++;
    this.records = true;
    return this.random.below(2) === 0 ? 'true' : 'false';
  }

  private possibleSides(state: State, condition: Term): Sides {
    const { whenTrue, whenFalse } = this.asking(() => this.solver.branch(state.condition, condition));
    this.records = false;
    if (whenTrue === 'no') return 'false';
    if (whenFalse === 'no') return 'true';
    if (whenTrue === 'yes' && whenFalse === 'yes') return 'both';
    if (this.hurries) return 'unknown';
    this.undecided++;
    this.records = true;
    if (whenTrue === 'yes') return 'true';
    return whenFalse === 'yes' ? 'false' : 'unknown';
  }

  value(state: State, term: Term): Scalar | null {
    return this.asking(() => this.solver.value(state.condition, term));
  }

  private asking<Result>(ask: () => Result): Result {
    return this.hurries ? this.patience.briefly(SHARE_AT_FIRST, ask) : ask();
  }
}

/** Follows the path of one input, without a solver. */
export class GuidedPolicy implements Policy {
  readonly records = true;

  constructor(private readonly input: Model) {}

  sides(_: State, condition: Term): Sides {
    return evaluate(condition, this.input) === 1 ? 'true' : 'false';
  }

  value(_: State, term: Term): Scalar {
    return evaluate(term, this.input);
  }
}

import type { Evaluator } from '../../expr/evaluate.ts';
import type { Model, Term } from '../../expr/term.ts';
import { InternalError } from '../../program/errors.ts';
import type { Deadline } from '../deadline.ts';
import type { Patience } from '../patience.ts';
import type { CheckResult, DecisionProcedure } from '../procedure.ts';
import type { SolverStatistics } from '../statistics.ts';
import type { ConjunctionLayer } from './conjunction.ts';

/** A model that does not satisfy its constraints, or two procedures that disagree; `query` is the text to report. */
export class UnsoundAnswerError extends InternalError {
  constructor(
    message: string,
    readonly query: string,
  ) {
    super(message);
    this.name = 'UnsoundAnswerError';
  }
}

export interface DecisionOptions {
  readonly limitMs: number;
  readonly patience: Patience | undefined;
  readonly deadline: Deadline | undefined;
  readonly now: () => number;
  /** The query as SMT-LIB. */
  readonly print: (constraints: readonly Term[]) => string;
  readonly logQuery: ((query: string) => void) | undefined;
  readonly validateWith: DecisionProcedure | undefined;
}

const TIME_IS_UP: CheckResult = { status: 'unknown', reason: 'time limit' };

/** The end of the chain: asks the procedure, and believes no model before every constraint is true under it. */
export class DecisionLayer implements ConjunctionLayer {
  constructor(
    private readonly procedure: DecisionProcedure,
    private readonly evaluator: Evaluator,
    private readonly statistics: SolverStatistics,
    private readonly options: DecisionOptions,
  ) {}

  check(constraints: readonly Term[]): CheckResult {
    return this.decide(constraints, false);
  }

  /** Like `check`, with a core when the answer is unsat. */
  core(constraints: readonly Term[]): CheckResult {
    return this.decide(constraints, true);
  }

  peek(): null {
    return null;
  }

  /** Throws unless every constraint is true under the model. */
  verify(constraints: readonly Term[], model: Model): void {
    this.evaluator.use(model);
    for (const constraint of constraints) {
      if (!this.evaluator.holds(constraint)) {
        throw new UnsoundAnswerError(
          `the model found by ${this.procedure.name} violates constraint ${constraint.id}`,
          this.options.print(constraints),
        );
      }
    }
  }

  private decide(constraints: readonly Term[], wantCore: boolean): CheckResult {
    const { options, statistics } = this;
    const ownMs = options.limitMs * (options.patience?.share ?? 1);
    const limitMs = Math.min(ownMs, options.deadline?.remainingMs ?? Number.POSITIVE_INFINITY);
    if (limitMs <= 0) return TIME_IS_UP;
    options.logQuery?.(options.print(constraints));
    const start = options.now();
    const result = this.procedure.solve(constraints, limitMs, wantCore);
    statistics.seconds += (options.now() - start) / 1000;
    statistics.decided++;
    if (result.status === 'sat') this.verify(constraints, result.model);
    if (options.validateWith !== undefined) this.validate(constraints, result, options.validateWith);
    return result;
  }

  private validate(constraints: readonly Term[], result: CheckResult, second: DecisionProcedure): void {
    if (result.status === 'unknown') return;
    const opinion = second.solve(constraints, this.options.limitMs);
    if (opinion.status !== 'unknown' && opinion.status !== result.status) {
      throw new UnsoundAnswerError(
        `${this.procedure.name} says ${result.status} where ${second.name} says ${opinion.status}`,
        this.options.print(constraints),
      );
    }
  }
}

import { Evaluator } from '../expr/evaluate.ts';
import { smtScript } from '../expr/print-smt.ts';
import type { Scalar } from '../expr/scalar.ts';
import type { Model, Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import type { Deadline } from './deadline.ts';
import { EmbeddedProcedure } from './embedded.ts';
import type { Group } from './independence.ts';
import type { ConjunctionLayer } from './layers/conjunction.ts';
import { DecisionLayer } from './layers/decision.ts';
import { ExactCacheLayer } from './layers/exact-cache.ts';
import { RecentModelsLayer } from './layers/recent-models.ts';
import { SubsetCacheLayer } from './layers/subsets.ts';
import type { PathCondition } from './path-condition.ts';
import { PathSolver } from './path-solver.ts';
import type { Patience } from './patience.ts';
import type { CheckResult, DecisionProcedure } from './procedure.ts';
import { emptyStatistics, type LayerName, type SolverStatistics } from './statistics.ts';
import type { Support } from './support.ts';

export { PathCondition } from './path-condition.ts';
export type { CheckResult, DecisionProcedure } from './procedure.ts';
export type { LayerName, SolverStatistics } from './statistics.ts';

export type Answer = 'yes' | 'no' | 'unknown';

/**
 * Answers questions about path conditions. All terms come from the `Terms` the solver was made for.
 *
 * `mayBeTrue`, `mustBeTrue`, `branch`, `value`, `values` and `range` assume that the path condition is satisfiable, as
 * that of every living path is: they look only at the constraints that share inputs with the term asked about. `check`,
 * `model` and `unsatCore` assume nothing. 'unknown' (or null, where a value is asked for) means that the procedure gave
 * up; callers must treat it as "possible, not proved".
 */
export interface Solver {
  /** Whether the condition, and `extra` too, can hold. */
  check(condition: PathCondition, extra?: Term): CheckResult;
  mayBeTrue(condition: PathCondition, term: Term): Answer;
  mustBeTrue(condition: PathCondition, term: Term): Answer;
  /** Both sides of a branch at once: at least one of them is possible, and the answers say so. */
  branch(condition: PathCondition, term: Term): { readonly whenTrue: Answer; readonly whenFalse: Answer };
  /** One possible value of the term. */
  value(condition: PathCondition, term: Term): Scalar | null;
  /** The smallest and largest possible value, unsigned. */
  range(condition: PathCondition, term: Term): { readonly min: Scalar; readonly max: Scalar } | null;
  /**
   * Possible values, at most `limit`; `complete` when there are no others. Null when not even one could be found.
   */
  values(
    condition: PathCondition,
    term: Term,
    limit: number,
  ): { readonly values: readonly Scalar[]; readonly complete: boolean } | null;
  /** Values for all inputs, small and readable ones where there is a choice; null when none were found. */
  model(condition: PathCondition): Model | null;
  /** Constraints of an unsatisfiable condition that cannot hold together; null when it is not known to be one. */
  unsatCore(condition: PathCondition): readonly Term[] | null;
  /** The constraints of a condition in groups that share no input; together they say what the condition says. */
  groups(condition: PathCondition): readonly Group[];
  /** Those of them that mention any of these inputs. */
  groupsAbout(condition: PathCondition, inputs: Support): readonly Group[];
  readonly statistics: SolverStatistics;
  dispose(): void;
}

export interface SolverOptions {
  /** Layers to switch off (or on); all are on by default. */
  readonly layers?: Partial<Record<LayerName, boolean>>;
  /** The embedded one by default. The solver disposes it. */
  readonly procedure?: DecisionProcedure;
  /** Per call of the decision procedure. */
  readonly timeLimitMs?: number;
  /** Whether calls get all of that. */
  readonly patience?: Patience;
  /** Of everything: no call goes on after it. */
  readonly deadline?: Deadline;
  /** Receives every query that reaches the procedure, as SMT-LIB. */
  readonly logQuery?: (query: string) => void;
  /** Checks every answer of the procedure. The solver disposes it. */
  readonly validateWith?: DecisionProcedure;
  /** Milliseconds, for time limits and statistics. */
  readonly now?: () => number;
}

export const DEFAULT_TIME_LIMIT_MS = 10_000;

/** Builds the whole chain, from the question about a path to the decision procedure. */
export async function createSolver(terms: Terms, options: SolverOptions = {}): Promise<Solver> {
  const now = options.now ?? (() => performance.now());
  const procedure = options.procedure ?? (await EmbeddedProcedure.create(now));
  const statistics = emptyStatistics();
  const evaluator = new Evaluator();
  const enabled: Record<LayerName, boolean> = {
    equalities: true,
    intervals: true,
    cases: true,
    independence: true,
    exact: true,
    subsets: true,
    models: true,
    ...options.layers,
  };
  const decision = new DecisionLayer(procedure, evaluator, statistics, {
    limitMs: options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS,
    patience: options.patience,
    deadline: options.deadline,
    now,
    print: (constraints) => smtScript(constraints, { check: true }).text,
    logQuery: options.logQuery,
    validateWith: options.validateWith,
  });
  let chain: ConjunctionLayer = decision;
  if (enabled.models) chain = new RecentModelsLayer(chain, evaluator, statistics);
  if (enabled.subsets) chain = new SubsetCacheLayer(chain, statistics);
  if (enabled.exact) chain = new ExactCacheLayer(chain, statistics, options.patience);
  return new PathSolver(terms, chain, decision, evaluator, enabled, statistics, () => {
    procedure.dispose();
    options.validateWith?.dispose();
  });
}

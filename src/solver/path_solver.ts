import type { Evaluator } from '../expr/evaluate.ts';
import { Kind } from '../expr/kinds.ts';
import { fromBigInt, maskOf, type Scalar } from '../expr/scalar.ts';
import { Model, type Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { type Group, mergeModel, relevantConstraints } from './independence.ts';
import { type ConjunctionLayer, sorted } from './layers/conjunction.ts';
import type { DecisionLayer } from './layers/decision.ts';
import type { PathCondition } from './path_condition.ts';
import type { CheckResult } from './procedure.ts';
import type { Answer, Solver } from './solver.ts';
import type { LayerName, SolverStatistics } from './statistics.ts';
import { type Support, SupportFinder } from './support.ts';

/**
 * The front of the solver: turns questions about path conditions into questions about small conjunctions. Equalities
 * and intervals are read off the condition first; what remains is sliced to the constraints that share inputs.
 */
export class PathSolver implements Solver {
  private readonly finder = new SupportFinder();

  constructor(
    private readonly terms: Terms,
    private readonly chain: ConjunctionLayer,
    private readonly decision: DecisionLayer,
    private readonly evaluator: Evaluator,
    private readonly enabled: Readonly<Record<LayerName, boolean>>,
    readonly statistics: SolverStatistics,
    private readonly disposeProcedures: () => void,
  ) {}

  check(condition: PathCondition, extra?: Term): CheckResult {
    const whole = extra === undefined ? condition : condition.append(extra);
    if (whole.isFalse) return { status: 'unsat', core: [this.terms.false_] };
    const model = new Model();
    for (const group of this.groupsOf(whole)) {
      const result = this.ask(group.constraints);
      if (result.status !== 'sat') return result;
      mergeModel(model, result.model, group.support, (id) => this.terms.byId(id));
    }
    this.decision.verify(whole.conjuncts(), model);
    return { status: 'sat', model };
  }

  mayBeTrue(condition: PathCondition, term: Term): Answer {
    if (term.kind === Kind.constant) return term.value === 0 ? 'no' : 'yes';
    const slice = this.sliceFor(condition, term);
    return answer(this.ask([...slice, term]));
  }

  mustBeTrue(condition: PathCondition, term: Term): Answer {
    return opposite(this.mayBeTrue(condition, this.terms.not(term)));
  }

  branch(condition: PathCondition, term: Term): { whenTrue: Answer; whenFalse: Answer } {
    if (term.kind === Kind.constant) return oneSide(term.value !== 0);
    const slice = this.sliceFor(condition, term);
    const known = slice.length === 0 ? null : this.chain.peek(sorted(slice));
    let whenTrue: Answer | null = null;
    let whenFalse: Answer | null = null;
    if (known?.status === 'sat') {
      if (this.evaluator.use(known.model).holds(term)) whenTrue = 'yes';
      else whenFalse = 'yes';
    }
    whenTrue ??= answer(this.ask([...slice, term]));
    if (whenTrue === 'no') return oneSide(false);
    whenFalse ??= answer(this.ask([...slice, this.terms.not(term)]));
    if (whenFalse === 'no') return oneSide(true);
    return { whenTrue, whenFalse };
  }

  value(condition: PathCondition, term: Term): Scalar | null {
    if (term.kind === Kind.constant) return term.value;
    const result = this.ask(this.sliceFor(condition, term));
    return result.status === 'sat' ? this.evaluator.use(result.model).value(term) : null;
  }

  values(condition: PathCondition, term: Term, limit: number) {
    const slice = [...this.sliceFor(condition, term)];
    const values: Scalar[] = [];
    while (values.length <= limit) {
      const result = this.ask(slice);
      if (result.status === 'unsat') return { values, complete: true };
      if (result.status === 'unknown') return values.length === 0 ? null : { values, complete: false };
      if (values.length === limit) break;
      const value = this.evaluator.use(result.model).value(term);
      values.push(value);
      slice.push(this.terms.ne(term, this.terms.constant(term.width, value)));
    }
    return { values, complete: false };
  }

  range(condition: PathCondition, term: Term): { min: Scalar; max: Scalar } | null {
    const some = this.value(condition, term);
    if (some === null) return null;
    const min = this.extreme(condition, term, BigInt(some), false);
    const max = this.extreme(condition, term, BigInt(some), true);
    return min === null || max === null ? null : { min: fromBigInt(min), max: fromBigInt(max) };
  }

  model(condition: PathCondition): Model | null {
    const result = this.check(condition);
    return result.status === 'sat' ? result.model : null;
  }

  unsatCore(condition: PathCondition): readonly Term[] | null {
    if (condition.isFalse) return condition.conjuncts().filter((term) => term.kind === Kind.constant);
    for (const group of this.groupsOf(condition)) {
      if (this.ask(group.constraints).status !== 'unsat') continue;
      const result = this.decision.core(sorted(group.constraints));
      if (result.status === 'unsat') return result.core ?? group.constraints;
    }
    return null;
  }

  dispose(): void {
    this.disposeProcedures();
  }

  /** Bisection between a value that is possible and the end of the range; every model found moves the near end. */
  private extreme(condition: PathCondition, term: Term, possible: bigint, upwards: boolean): bigint | null {
    const { terms } = this;
    const slice = this.sliceFor(condition, term);
    let best = possible;
    let bound = upwards ? maskOf(term.width) : 0n;
    while (best !== bound) {
      // The first guess is the bound itself: unconstrained ends are common.
      const middle = upwards ? best + (bound - best + 1n) / 2n : best - (best - bound + 1n) / 2n;
      const limit = terms.constant(term.width, middle);
      const result = this.ask([...slice, upwards ? terms.ule(limit, term) : terms.ule(term, limit)]);
      if (result.status === 'unknown') return null;
      if (result.status === 'sat') best = BigInt(this.evaluator.use(result.model).value(term));
      else bound = upwards ? middle - 1n : middle + 1n;
    }
    return best;
  }

  private groupsOf(condition: PathCondition): readonly Group[] {
    if (this.enabled.independence) return condition.groups(this.finder);
    const constraints = condition.conjuncts();
    if (constraints.length === 0) return [];
    return [{ constraints, support: this.supportOfAll(constraints) }];
  }

  private supportOfAll(constraints: readonly Term[]): Support {
    return this.finder.of(...constraints);
  }

  private sliceFor(condition: PathCondition, term: Term): readonly Term[] {
    if (!this.enabled.independence) return condition.conjuncts();
    const slice = relevantConstraints(condition.groups(this.finder), this.finder.of(term));
    this.statistics.layerHits.independence += condition.length - slice.length;
    return slice;
  }

  private ask(constraints: readonly Term[]): CheckResult {
    const list = sorted(constraints);
    const { statistics } = this;
    statistics.queries++;
    if (list.length === 0) return { status: 'sat', model: new Model() };
    const result = this.chain.check(list);
    statistics[result.status]++;
    return result;
  }
}

function answer(result: CheckResult): Answer {
  return result.status === 'sat' ? 'yes' : result.status === 'unsat' ? 'no' : 'unknown';
}

function opposite(given: Answer): Answer {
  return given === 'yes' ? 'no' : given === 'no' ? 'yes' : 'unknown';
}

function oneSide(value: boolean): { whenTrue: Answer; whenFalse: Answer } {
  return value ? { whenTrue: 'yes', whenFalse: 'no' } : { whenTrue: 'no', whenFalse: 'yes' };
}

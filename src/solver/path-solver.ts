import type { Evaluator } from '../expr/evaluate.ts';
import { Kind } from '../expr/kinds.ts';
import { fromBigInt, maskOf, type Scalar } from '../expr/scalar.ts';
import { Model, type Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { CaseSplitter, type Halves } from './cases.ts';
import { SatisfyingValues } from './domain.ts';
import { Facts } from './facts.ts';
import { decideByRanges } from './float-ranges.ts';
import {
  combined,
  constraintsOf,
  enterValues,
  type Group,
  type GroupValues,
  groupValuesIn,
  mergeModel,
  Partitioner,
} from './independence.ts';
import { type ConjunctionLayer, sorted } from './layers/conjunction.ts';
import type { DecisionLayer } from './layers/decision.ts';
import { Partition } from './partition.ts';
import type { PathCondition } from './path-condition.ts';
import type { CheckResult } from './procedure.ts';
import { makeReadable } from './readable.ts';
import type { Answer, Solver } from './solver.ts';
import type { LayerName, SolverStatistics } from './statistics.ts';
import type { Support } from './support.ts';

/** From so many on, a model is read off the values of an input, where these are known, instead of being searched for. */
const MANY_CONSTRAINTS = 64;

interface Question {
  /** The term asked about, simplified. */
  readonly term: Term;
  /** The groups of constraints that share inputs with it. */
  readonly groups: readonly Group[];
  /** The answer, where none of that is needed; 'both' where it may be true and may be false. */
  readonly decided: boolean | 'both' | null;
}

/**
 * The front of the solver: turns questions about path conditions into questions about small conjunctions. Equalities
 * and intervals are read off the condition first; what remains is sliced to the constraints that share inputs.
 */
export class PathSolver implements Solver {
  private readonly partitioner: Partitioner;
  private readonly splitter: CaseSplitter;

  constructor(
    private readonly terms: Terms,
    private readonly chain: ConjunctionLayer,
    private readonly decision: DecisionLayer,
    private readonly evaluator: Evaluator,
    private readonly enabled: Readonly<Record<LayerName, boolean>>,
    readonly statistics: SolverStatistics,
    private readonly disposeProcedures: () => void,
  ) {
    this.partitioner = new Partitioner(terms, enabled.independence, enabled.equalities, enabled.intervals);
    this.splitter = new CaseSplitter(terms, new SatisfyingValues());
  }

  check(condition: PathCondition, extra?: Term): CheckResult {
    const whole = extra === undefined ? condition : condition.append(extra);
    if (whole.isFalse) return { status: 'unsat' };
    const model = new Model();
    for (const group of whole.groups(this.partitioner)) {
      const result = this.resultOf(group);
      if (result.status === 'unknown') return result;
      // A core would speak of simplified constraints: see `unsatCore`.
      if (result.status === 'unsat') return { status: 'unsat' };
      mergeModel(model, result.model, group.support, (id) => this.terms.byId(id));
    }
    this.decision.verify(whole.conjuncts(), model);
    return { status: 'sat', model };
  }

  /** Neighbouring paths share most of their groups: what was found out of one is kept with it. */
  private resultOf(group: Group): CheckResult {
    if (group.result !== null) return group.result;
    const result = this.smallest(group) ?? this.example(group) ?? this.ask(group.constraints);
    if (result.status !== 'unknown') group.result = result;
    return result;
  }

  /** The smallest value of an input on which there are many constraints, none of them about another; null elsewhere. */
  private smallest({ size, support, domain }: Group): CheckResult | null {
    if (size < MANY_CONSTRAINTS || domain === null) return null;
    const value = domain.smallestIn();
    if (typeof value !== 'number') return null;
    const model = new Model();
    const input = this.terms.byId(support[0]);
    if (input.kind === Kind.variable) model.scalars.set(input, value);
    else {
      const bytes = new Uint8Array(input.low);
      bytes[support[1]] = value;
      model.arrays.set(input, bytes);
    }
    return { status: 'sat', model };
  }

  /** Where the inputs of a group are known by cases, the first of them. */
  private example(group: Group): CheckResult | null {
    const cases = group.casesIfNear(this.splitter, (id) => this.terms.byId(id));
    if (cases === null) return null;
    this.statistics.layerHits.cases++;
    return cases.isPossible ? { status: 'sat', model: cases.example(this.splitter) } : { status: 'unsat' };
  }

  groups(condition: PathCondition): readonly Group[] {
    return condition.groups(this.partitioner);
  }

  groupsAbout(condition: PathCondition, inputs: Support): readonly Group[] {
    return condition.partitioned(this.partitioner).touching(inputs);
  }

  mayBeTrue(condition: PathCondition, term: Term): Answer {
    const question = this.pose(condition, term);
    if (question.decided !== null) return question.decided === false ? 'no' : 'yes';
    const parts = conjunctsOf(this.terms, question.term);
    const constraints = constraintsOf(question.groups);
    return parts.length > 1
      ? this.mayAllBeTrue(condition, constraints, parts)
      : answer(this.ask([...constraints, question.term]));
  }

  /** One by one, the oldest first: what the first ones say may decide the others, and answers are remembered by their parts. */
  private mayAllBeTrue(condition: PathCondition, slice: readonly Term[], parts: readonly Term[]): Answer {
    const constraints = [...slice];
    let assumed = condition;
    for (const each of sorted(parts)) {
      const { term: simple, decided } = this.pose(assumed, each);
      if (decided === false) return 'no';
      if (decided === true) continue;
      assumed = assumed.append(simple);
      constraints.push(simple);
    }
    return answer(this.ask(constraints));
  }

  mustBeTrue(condition: PathCondition, term: Term): Answer {
    return opposite(this.mayBeTrue(condition, this.terms.not(term)));
  }

  branch(condition: PathCondition, term: Term): { whenTrue: Answer; whenFalse: Answer } {
    const question = this.pose(condition, term);
    if (question.decided === 'both') return { whenTrue: 'yes', whenFalse: 'yes' };
    if (question.decided !== null) return oneSide(question.decided);
    const slice = constraintsOf(question.groups);
    // The condition holds under some model; knowing one decides one side by evaluation.
    const known = slice.length === 0 ? null : this.chain.peek(sorted(slice));
    let whenTrue: Answer | null = null;
    let whenFalse: Answer | null = null;
    if (known?.status === 'sat') {
      this.statistics.layerHits.models++;
      if (this.evaluator.use(known.model).holds(question.term)) whenTrue = 'yes';
      else whenFalse = 'yes';
    }
    whenTrue ??= answer(this.ask([...slice, question.term]));
    if (whenTrue === 'no') return oneSide(false);
    whenFalse ??= answer(this.ask([...slice, this.terms.not(question.term)]));
    if (whenFalse === 'no') return oneSide(true);
    return { whenTrue, whenFalse };
  }

  value(condition: PathCondition, term: Term): Scalar | null {
    const { term: simple, groups } = this.pose(condition, term);
    if (simple.kind === Kind.constant) return simple.value;
    const slice = constraintsOf(groups);
    const result = this.ask(slice);
    return result.status === 'sat' ? this.evaluator.use(result.model).value(simple) : null;
  }

  values(condition: PathCondition, term: Term, limit: number) {
    const { term: simple, groups } = this.pose(condition, term);
    if (simple.kind === Kind.constant) return { values: [simple.value], complete: true };
    const constraints = [...constraintsOf(groups)];
    const values: Scalar[] = [];
    for (;;) {
      const result = this.ask(constraints);
      if (result.status === 'unsat') return { values, complete: true };
      if (result.status === 'unknown') return values.length === 0 ? null : { values, complete: false };
      if (values.length === limit) return { values, complete: false };
      const value = this.evaluator.use(result.model).value(simple);
      values.push(value);
      constraints.push(this.terms.ne(simple, this.terms.constant(simple.width, value)));
    }
  }

  range(condition: PathCondition, term: Term): { min: Scalar; max: Scalar } | null {
    const { term: simple, groups } = this.pose(condition, term);
    if (simple.kind === Kind.constant) return { min: simple.value, max: simple.value };
    const slice = constraintsOf(groups);
    const result = this.ask(slice);
    if (result.status !== 'sat') return null;
    const possible = BigInt(this.evaluator.use(result.model).value(simple));
    const min = this.extreme(slice, simple, possible, false);
    const max = this.extreme(slice, simple, possible, true);
    return min === null || max === null ? null : { min: fromBigInt(min), max: fromBigInt(max) };
  }

  model(condition: PathCondition): Model | null {
    if (condition.isFalse) return null;
    const inputOf = (id: number): Term => this.terms.byId(id);
    const model = new Model();
    for (const group of condition.groups(this.partitioner)) {
      const values = this.readableValues(group, inputOf);
      if (values === null) return null;
      enterValues(model, group.support, values, inputOf);
    }
    this.decision.verify(condition.conjuncts(), model);
    return model;
  }

  /** Kept with the group like its result, and by itself: whoever asked only whether it can hold needs no readable values. */
  private readableValues(group: Group, inputOf: (id: number) => Term): GroupValues | null {
    if (group.readable !== null) return group.readable;
    const result = this.resultOf(group);
    if (result.status !== 'sat') return null;
    const model = new Model();
    mergeModel(model, result.model, group.support, inputOf);
    makeReadable(model, group, this.evaluator, inputOf);
    return (group.readable = groupValuesIn(model, group.support, inputOf));
  }

  unsatCore(condition: PathCondition): readonly Term[] | null {
    if (condition.isFalse) return condition.conjuncts().filter((term) => term.kind === Kind.constant);
    const partitioner = new Partitioner(this.terms, true, false, false);
    let partition = Partition.empty;
    for (const constraint of condition.conjuncts()) partition = partitioner.extend(partition, constraint);
    for (const group of partition.groups()) {
      const result = this.decision.core(sorted(group.constraints));
      if (result.status === 'unsat') return this.smallerCore(sorted(result.core ?? group.constraints));
    }
    return null;
  }

  dispose(): void {
    this.disposeProcedures();
  }

  /** Drops constraints one by one while the rest still cannot hold; cores are read by people. */
  private smallerCore(core: readonly Term[]): readonly Term[] {
    let rest = core;
    for (const candidate of core) {
      if (!rest.includes(candidate)) continue;
      const result = this.decision.core(rest.filter((term) => term !== candidate));
      if (result.status === 'unsat') rest = result.core ?? rest.filter((term) => term !== candidate);
    }
    return rest;
  }

  /** Bisection between a value that is possible and the end of the range; every model found moves the near end. */
  private extreme(slice: readonly Term[], term: Term, possible: bigint, upwards: boolean): bigint | null {
    const { terms } = this;
    let best = possible;
    let bound = upwards ? maskOf(term.width) : 0n;
    let guess = bound;
    while (best !== bound) {
      const limit = terms.constant(term.width, guess);
      const result = this.ask([...slice, upwards ? terms.ule(limit, term) : terms.ule(term, limit)]);
      if (result.status === 'unknown') return null;
      if (result.status === 'sat') best = BigInt(this.evaluator.use(result.model).value(term));
      else bound = upwards ? guess - 1n : guess + 1n;
      // The first guess was the end itself: ends are often open.
      guess = upwards ? best + (bound - best + 1n) / 2n : best - (best - bound + 1n) / 2n;
    }
    return best;
  }

  /** Simplifies the term by the condition, decides it if that is enough, and finds the constraints that matter. */
  private pose(condition: PathCondition, term: Term): Question {
    if (term.kind === Kind.constant) return settled(term);
    const { layerHits } = this.statistics;
    const { term: simple, touched, sides } = this.partitioner.locate(condition.partitioned(this.partitioner), term);
    if (simple.kind === Kind.constant) {
      layerHits.equalities++;
      return settled(simple);
    }
    if (sides !== null && (sides.whenTrue || sides.whenFalse)) {
      layerHits.intervals++;
      this.statistics.foreseen++;
      if (!sides.whenTrue || !sides.whenFalse) return settled(this.terms.bool(sides.whenTrue));
      return { term: simple, groups: touched, decided: 'both' };
    }
    if (this.enabled.intervals && simple.width === 1) {
      const decided = this.decideByFacts(simple, touched);
      if (decided !== null) {
        layerHits.intervals++;
        return settled(this.terms.bool(decided));
      }
    }
    const halves = this.enabled.cases && simple.width === 1 ? this.halvesOf(simple, touched) : null;
    if (halves !== null) {
      layerHits.cases++;
      this.statistics.foreseen++;
      const { whenTrue, whenFalse } = halves;
      if (!whenTrue.isPossible || !whenFalse.isPossible) return settled(this.terms.bool(whenTrue.isPossible));
      return { term: simple, groups: touched, decided: 'both' };
    }
    for (const group of touched) layerHits.independence -= group.size;
    layerHits.independence += condition.length;
    return { term: simple, groups: touched, decided: null };
  }

  /** Conditions on floats are no matter of going through values. */
  private halvesOf(condition: Term, touched: readonly Group[]): Halves | null {
    if (condition.hasFloat) return null;
    return combined(touched, this.splitter, (id) => this.terms.byId(id))?.halvesBy(condition, this.splitter) ?? null;
  }

  private decideByFacts(condition: Term, touched: readonly Group[]): boolean | null {
    const decided = this.factsOf(touched)?.decide(condition) ?? null;
    if (decided !== null || !condition.hasFloat) return decided;
    return decideFloats(
      condition,
      touched.map((group) => group.facts(this.terms)),
    );
  }

  /** Each group alone may know too little: the digits of a number may be one group each. */
  private factsOf(groups: readonly Group[]): Facts | null {
    if (groups.length < 2) return groups[0]?.facts(this.terms) ?? null;
    return new Facts(this.terms, constraintsOf(groups));
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

/** What must hold together for the condition to hold: parts of a conjunction, and the opposites of alternatives that are excluded. */
function conjunctsOf(terms: Terms, condition: Term): readonly Term[] {
  const parts: Term[] = [];
  const open: [Term, boolean][] = [[condition, true]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [{ kind, a, b }, holds] = next;
    if (kind === Kind.not) open.push([a!, !holds]);
    else if (kind === (holds ? Kind.and : Kind.or)) open.push([b!, holds], [a!, holds]);
    else parts.push(holds ? next[0] : terms.not(next[0]));
  }
  return parts;
}

/** A question whose term has become a constant. */
function settled(constant: Term): Question {
  return { term: constant, groups: [], decided: constant.value !== 0 };
}

function decideFloats(condition: Term, facts: readonly Facts[]): boolean | null {
  const decided = decideByRanges(condition.kind === Kind.not ? condition.a! : condition, facts);
  return decided === null || condition.kind !== Kind.not ? decided : !decided;
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

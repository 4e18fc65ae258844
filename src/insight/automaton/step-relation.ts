/**
 * What one step does, state by state.
 *
 * The search by symbolic output has found, with the state left open, every way to compute what a step leaves behind: rows of conditions and
 * outputs. For a given state its value takes the place of the input, which settles most conditions at once; the solver looks at the rest. Where
 * the next state is no constant (a table of transitions, a sum) its values are enumerated by the solver, and each is a row of its own.
 */
import { evaluate } from '../../expr/evaluate.ts';
import { freeInputs } from '../../expr/inputs.ts';
import { Kind } from '../../expr/kinds.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { Substitution } from '../../expr/substitute.ts';
import { Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { InputRecord } from '../../machine/outcome.ts';
import { UserError } from '../../program/errors.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import type { OutputRow } from '../../reduce/output/explore.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';
import type { Interval } from '../condition/intervals.ts';
import { LiteralReader } from '../condition/literals.ts';
import { type OutputValue, outputsOf } from '../outputs.ts';
import type { SettledRow } from '../settled.ts';
import { assumptionsOf, droppedInputs } from '../signature.ts';
import { exampleWords } from '../signature-text.ts';
import { type MachineState, type StateVariable, singleState } from './state-variable.ts';

/** A way for a step to go from one state. */
export interface StepRow extends SettledRow {
  /** Null where the step does not return. */
  readonly target: MachineState | null;
  /** Which of the rows of the search it comes from. */
  readonly origin: number;
}

export interface StepsFrom {
  readonly rows: readonly StepRow[];
  /** What holds in the state, and what all inputs satisfy. */
  readonly given: readonly Term[];
  readonly dropped: readonly (readonly Term[])[];
}

export interface RelationOptions {
  readonly variable: StateVariable;
  /** States that the user made of ranges of values; null where each value is a state. */
  readonly ranges: readonly MachineState[] | null;
  /** More values than this are no states. */
  readonly mostStates: number;
  /** No time is left: what is not known by then is left out, and counted. */
  isOver(): boolean;
}

type Found = SettledRow & { readonly after: Scalar | Term | null; readonly afterBits: number };

export class StepRelation {
  readonly rows: readonly Found[];
  /** The state when the step begins. */
  readonly before: InputRecord;
  private readonly dropped: readonly (readonly Term[])[];
  private readonly given: readonly Term[];
  private readonly known = new Map<bigint, MachineState>();
  /** Inputs for which the assumptions leave one value. */
  private readonly fixed: ReadonlyMap<Term, Term>;
  /** Questions about next states that the solver gave up: there may be others. */
  undecided = 0;

  constructor(
    rows: readonly OutputRow[],
    selection: OutputSelection,
    private readonly options: RelationOptions,
    private readonly terms: Terms,
    private readonly solver: Solver,
  ) {
    const { before, after } = options.variable;
    this.dropped = droppedInputs(rows);
    this.given = assumptionsOf(rows, terms);
    this.fixed = fixedInputs(rows, this.given, terms);
    const ended = rows.filter((row) => row.outcome.ending.kind !== 'dropped');
    const input = ended.flatMap((row) => row.outcome.inputs).find(({ name }) => name === before);
    if (ended.length === 0)
      throw new UserError('no step was explored within the limits', 'raise them: --max-time, --max-paths');
    if (input === undefined) {
      throw new UserError(`--state ${before}: it is no input of the step`, 'name what the step reads and changes');
    }
    if (input.kind !== 'int') throw new UserError(`--state ${before}: it is no whole number`);
    this.before = input;
    this.rows = ended.map((row) => {
      const outputs = flattened(outputsOf(row, selection));
      const isOver = row.outcome.ending.kind !== 'exit' || row.outcome.returned === null;
      const found = isOver ? undefined : outputs.find(({ name }) => name === after);
      return {
        conditions: row.conditions,
        outputs: outputs.filter(({ name }) => !(name === after && options.ranges === null)),
        outcome: row.outcome,
        input: row.input,
        after: found === undefined ? null : found.parts[0],
        afterBits: found?.bits ?? 0,
      };
    });
  }

  /**
   * The steps that are possible in a state in which the invariant holds. `without` names rows of the search that are not wanted; with it,
   * what could lead anywhere is left out instead of being refused.
   */
  from(state: MachineState, invariant: readonly Term[] = [], without: ReadonlySet<number> | null = null): StepsFrom {
    const { terms, before } = this;
    const [first, ...others] = state.values;
    const isSingle = others.length === 0 && first[0] === first[1];
    const value = terms.constant(before.term.width, BigInt.asUintN(before.term.width, first[0]));
    const replacing = new Substitution(terms, isSingle ? new Map([[before.term, value]]) : new Map());
    const replaced = (each: readonly Term[]) => each.map((term) => replacing.apply(term));
    // What has one value in the state is known by it in guards and texts.
    const settled = new Substitution(terms, new Map([...this.fixed, ...equalities(replaced(invariant))]));
    const apply = (each: readonly Term[]) => replaced(each).map((term) => settled.apply(term));
    const inside = isSingle ? [] : [this.isWithin(before.term, state)];
    const limits = [...replaced(invariant), ...inside].filter((term) => term.kind !== Kind.constant);
    const given = [...apply(this.given), ...limits].filter((term) => term.kind !== Kind.constant);
    const rows = this.rows.flatMap((row, origin): StepRow[] => {
      if (without?.has(origin)) return [];
      if (this.options.isOver()) {
        this.undecided++;
        return [];
      }
      const conditions = apply(row.conditions);
      if (conditions.some(isFalse)) return [];
      const path = PathCondition.of([...given, ...conditions]);
      const answer = this.solver.check(path);
      if (answer.status === 'unsat') return [];
      if (answer.status === 'unknown') this.undecided++;
      const outputs = row.outputs.map((output) => {
        const own = substituted(output, replacing);
        return output.kind === 'text' ? substituted(own, settled) : own;
      });
      const after = row.after instanceof Term ? plain(replacing.apply(row.after)) : row.after;
      const input = answer.status === 'sat' ? withValue(answer.model, before.term, value, isSingle) : row.input;
      const own = {
        conditions: conditions.filter((term) => !isTrue(term)),
        outputs,
        outcome: row.outcome,
        input,
        origin,
      };
      if (after === null) return [{ ...own, target: null }];
      const targets = this.targets(after, path, row.afterBits);
      if (targets === null && without !== null) return [];
      if (targets === null) throw this.unbounded(state, row, input);
      return targets.map(({ target, condition, model }) => ({
        ...own,
        target,
        conditions: condition === null ? own.conditions : [...own.conditions, condition],
        input: model === null ? input : withValue(model, before.term, value, isSingle),
      }));
    });
    const dropped = this.dropped.map(apply).filter((each) => !each.some(isFalse));
    return { rows, given, dropped: [...dropped, ...limits.map((term) => [terms.not(term)])] };
  }

  private isWithin(term: Term, { values }: MachineState): Term {
    const { terms } = this;
    const { width } = term;
    const { signed } = this.options.variable.style;
    const most = signed ? (1n << BigInt(width - 1)) - 1n : (1n << BigInt(width)) - 1n;
    const least = signed ? -(1n << BigInt(width - 1)) : 0n;
    const constant = (value: bigint) => terms.constant(width, BigInt.asUintN(width, value));
    const notMore = (a: Term, b: Term) => (signed ? terms.sle(a, b) : terms.ule(a, b));
    return terms.orAll(
      values.map(([from, to]) => {
        if (from === to) return terms.eq(term, constant(from));
        const low = from <= least ? [] : [notMore(constant(from), term)];
        const high = to >= most ? [] : [notMore(term, constant(to))];
        return terms.andAll([...low, ...high]);
      }),
    );
  }

  /** Which states a value can be, with the condition that makes it so; null where there is only one. Null for too many. */
  private targets(
    after: Scalar | Term,
    path: PathCondition,
    bits: number,
  ): { target: MachineState; condition: Term | null; model: Model | null }[] | null {
    const { ranges } = this.options;
    if (!(after instanceof Term))
      return [{ target: this.stateOf(this.read(after, bits)), condition: null, model: null }];
    const possible: { target: MachineState; condition: Term; model: Model }[] = [];
    if (ranges !== null) {
      for (const target of ranges) {
        const condition = this.isWithin(after, target);
        const answer = this.solver.check(path.append(condition));
        if (answer.status === 'sat') possible.push({ target, condition, model: answer.model });
        else if (answer.status === 'unknown') this.undecided++;
      }
    } else {
      for (let left = path; ; ) {
        const answer = this.solver.check(left);
        if (answer.status === 'unknown') this.undecided++;
        if (answer.status !== 'sat') break;
        const value = evaluate(after, answer.model);
        const condition = this.terms.eq(after, this.terms.constant(after.width, value));
        possible.push({ target: this.stateOf(this.read(value, after.width)), condition, model: answer.model });
        if (possible.length > this.options.mostStates) return null;
        left = left.append(this.terms.not(condition));
      }
    }
    return possible.length === 1 ? [{ ...possible[0], condition: null }] : possible;
  }

  private read(value: Scalar, bits: number): bigint {
    const { signed, truth } = this.options.variable.style;
    return signed && !truth ? BigInt.asIntN(bits, BigInt(value)) : BigInt.asUintN(bits, BigInt(value));
  }

  stateOf(value: bigint): MachineState {
    const { ranges, variable } = this.options;
    const range = ranges?.find(({ values }) => values.some(([from, to]) => from <= value && value <= to));
    if (range !== undefined) return range;
    const known = this.known.get(value);
    if (known !== undefined) return known;
    const state = singleState(value, variable);
    this.known.set(value, state);
    return state;
  }

  /** How many states are known, for who looks for more and more of them. */
  rejectTooMany(count: number, last: MachineState): void {
    if (count > this.options.mostStates) throw this.unbounded(last);
  }

  private unbounded(source: MachineState, row: Found | null = null, input: Model | null = null): UserError {
    const { before, style } = this.options.variable;
    const example = rangesBetween(this.valuesCompared(false), style.signed);
    const others = (row?.outcome.inputs ?? []).filter(({ term }) =>
      row!.conditions.some((each) => freeInputs(each).includes(term)),
    );
    const shown = others.filter(({ term, kind }) => kind === 'int' && term !== this.before.term);
    const when = input === null || shown.length === 0 ? '' : ` when ${exampleWords(shown, input)}`;
    return new UserError(
      `--state ${before}: it takes more than ${this.options.mostStates} values, for example in a step from ${source.name}${when}, so they are no states`,
      `let ranges of values be the states, for example --state '${before}=${example}', or exclude such inputs with --range or --assume`,
    );
  }

  /** Constants that the step compares the state with; only those it tells apart from all others, if wanted. */
  valuesCompared(onlyEqual: boolean): bigint[] {
    const { signed } = this.options.variable.style;
    const { term } = this.before;
    const found = new Set<bigint>();
    const seen = new Set<Term>();
    const visit = (each: Term | null): void => {
      if (each === null || seen.has(each)) return;
      seen.add(each);
      for (const [side, other] of [
        [each.a, each.b],
        [each.b, each.a],
      ]) {
        if (side !== term || other?.kind !== Kind.constant || (onlyEqual && each.kind !== Kind.eq)) continue;
        const value = BigInt(other.value);
        found.add(signed ? BigInt.asIntN(term.width, value) : value);
      }
      visit(each.a);
      visit(each.b);
      visit(each.c);
    };
    for (const { conditions } of this.rows) conditions.forEach(visit);
    return [...found].sort((x, y) => (x < y ? -1 : 1));
  }
}

/** `..-1,0,1..9,10..`: between the values that the code compares with. */
function rangesBetween(cuts: readonly bigint[], signed: boolean): string {
  const points = (cuts.length === 0 ? [0n] : cuts).slice(0, 4);
  const parts: string[] = signed || points[0] > 0n ? [`..${points[0] - 1n}`] : [];
  points.forEach((point, i) => {
    parts.push(`${point}`);
    const next = points[i + 1];
    if (next === undefined) parts.push(`${point + 1n}..`);
    else if (next > point + 1n) parts.push(next === point + 2n ? `${point + 1n}` : `${point + 1n}..${next - 1n}`);
  });
  return parts.join(',');
}

/** Members of structs and arrays as outputs of their own, called as C does. */
export function flattened(outputs: readonly OutputValue[]): OutputValue[] {
  return outputs.flatMap((output) => {
    if (output.kind !== 'list') return [output];
    return flattened(
      output.members.map((member, i) => ({
        ...member,
        name: member.name === '' ? `${output.name}[${i}]` : `${output.name}.${member.name}`,
      })),
    );
  });
}

function fixedInputs(rows: readonly OutputRow[], given: readonly Term[], terms: Terms): Map<Term, Term> {
  const reader = new LiteralReader(terms, given);
  const map = new Map<Term, Term>();
  for (const { term, kind } of rows.flatMap((row) => row.outcome.inputs)) {
    const domain = kind === 'int' ? reader.domainOf(term) : null;
    if (domain?.length === 1 && domain[0][0] === domain[0][1]) map.set(term, terms.constant(term.width, domain[0][0]));
  }
  return map;
}

/** Those of `variable == constant`. */
function equalities(conditions: readonly Term[]): Map<Term, Term> {
  const map = new Map<Term, Term>();
  for (const { kind, a, b } of conditions) {
    if (kind !== Kind.eq) continue;
    const [constant, of] = a!.kind === Kind.constant ? [a!, b!] : [b!, a!];
    if (constant.kind === Kind.constant && of.kind === Kind.variable) map.set(of, constant);
  }
  return map;
}

function substituted(output: OutputValue, replacing: Substitution): OutputValue {
  return {
    ...output,
    parts: output.parts.map((part) => (part instanceof Term ? plain(replacing.apply(part)) : part)),
    members: output.members.map((member) => substituted(member, replacing)),
  };
}

function plain(term: Term): Scalar | Term {
  return term.kind === Kind.constant ? term.value : term;
}

function isFalse(term: Term): boolean {
  return term.kind === Kind.constant && term.value === 0;
}

function isTrue(term: Term): boolean {
  return term.kind === Kind.constant && term.value === 1;
}

/** A model says nothing of an input that was replaced. */
function withValue(model: Model, term: Term, value: Term, isSingle: boolean): Model {
  if (!isSingle) return model;
  const whole = new Model();
  for (const [input, number] of model.scalars) whole.scalars.set(input, number);
  for (const [input, bytes] of model.arrays) whole.arrays.set(input, bytes);
  whole.scalars.set(term, value.value);
  return whole;
}

/** Ranges of values that the user made states of: `0,1..9,10..`; what is in none is one more. */
export function rangeStates(text: string, variable: StateVariable): MachineState[] {
  const bits = 64n;
  const least = variable.style.signed ? -(1n << (bits - 1n)) : 0n;
  const most = variable.style.signed ? (1n << (bits - 1n)) - 1n : (1n << bits) - 1n;
  const number = (word: string, missing: bigint): bigint => {
    if (word === '') return missing;
    const named = variable.named.find(({ name }) => name === word);
    if (named !== undefined) return named.value;
    if (/^-?\d+$/.test(word)) return BigInt(word);
    throw new UserError(`--state ${variable.before}=${text}: ${word} is no number`, 'write ranges such as 0,1..9,10..');
  };
  const states = text.split(',').map((part): MachineState => {
    const word = part.trim();
    const [low, high] = word.includes('..') ? word.split('..').map((each) => each.trim()) : [word, word];
    const values: Interval = [number(low, least), number(high, most)];
    if (word === '' || values[0] > values[1]) {
      throw new UserError(`--state ${variable.before}=${text}: ${word || 'an empty part'} is no range`);
    }
    return { name: rangeName(word, low, high, variable), values: [values] };
  });
  const sorted = states.flatMap(({ values }) => values).sort((x, y) => (x[0] < y[0] ? -1 : 1));
  const rest: Interval[] = [];
  let next = least;
  for (const [from, to] of sorted) {
    if (from < next) throw new UserError(`--state ${variable.before}=${text}: ranges overlap`);
    if (from > next) rest.push([next, from - 1n]);
    next = to + 1n;
  }
  if (next <= most) rest.push([next, most]);
  return rest.length === 0 ? states : [...states, { name: 'other values', values: rest }];
}

function rangeName(word: string, low: string, high: string, { before }: StateVariable): string {
  if (low === high) return `${before} == ${word}`;
  if (low === '') return `${before} <= ${high}`;
  return high === '' ? `${before} >= ${low}` : `${low} <= ${before} <= ${high}`;
}

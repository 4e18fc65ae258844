/**
 * Which states a machine can be in, and what its other variables can be then.
 *
 * From the initial state, steps lead to others; a state that no step from a reachable one leads to is unreachable. How precise that is
 * depends on what is known of the variables beside the state: a counter that is compared with 3 may never get there. So each reachable state
 * keeps an interval for each such variable, which grows until no step leaves it: an inductive invariant, and so a proof. As usual for intervals
 * with thresholds (Cousot and Cousot, *Abstract interpretation*, 1977; thresholds after Blanchet et al., 2003), bounds are taken only
 * from numbers that the program itself has (those it compares the variable with or sets it to, and the initial ones), so that there are few,
 * and the solver says for each step whether one holds. Variables that other code may write, or whose initial value is not known, can be
 * anything.
 *
 * Cost: per step and variable a question for the bounds, and one more each time one grows, which is at most once per threshold.
 */
import { evaluate } from '../../expr/evaluate.ts';
import { Kind } from '../../expr/kinds.ts';
import { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { InputRecord } from '../../machine/outcome.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';
import type { Interval } from '../condition/intervals.ts';
import { Space } from '../condition/space.ts';
import type { Scope } from '../places.ts';
import { inputStyle } from '../reading.ts';
import type { MachineState } from './state-variable.ts';
import type { StepRelation, StepRow } from './step-relation.ts';

/** A number that lives from step to step beside the state. */
export interface MachineVariable {
  readonly input: InputRecord;
  readonly signed: boolean;
  /** Null where it is not known, or means nothing because others write it too. */
  readonly initial: bigint | null;
  /** Ascending; the first and last are those of its type. */
  readonly thresholds: readonly bigint[];
}

/** By the name of a variable; those that can be anything are left out. */
export type Bounds = ReadonlyMap<string, Interval>;

export interface Reached {
  /** In the order they were found. */
  readonly states: ReadonlyMap<string, { readonly state: MachineState; readonly bounds: Bounds }>;
}

/** Inputs that are also outputs under the same name. */
export function machineVariables(
  relation: StepRelation,
  initialOf: (name: string) => bigint | null,
  scope: Scope,
  terms: Terms,
): MachineVariable[] {
  const outputs = new Set(relation.rows.flatMap((row) => row.outputs.map(({ name }) => name)));
  const inputs = new Map(relation.rows.flatMap((row) => row.outcome.inputs.map((input) => [input.name, input])));
  const kept = [...inputs.values()].filter(
    (input) => input.kind === 'int' && outputs.has(input.name) && input.term !== relation.before.term,
  );
  const space = new Space(
    terms,
    relation.rows.map(({ conditions }) => conditions),
    [],
  );
  return kept.map((input) => {
    const { signed } = inputStyle(input, scope);
    const initial = initialOf(input.name);
    const read = (value: bigint) => (signed ? BigInt.asIntN(input.bits, value) : BigInt.asUintN(input.bits, value));
    const width = BigInt(input.bits);
    const [least, most] = signed ? [-(1n << (width - 1n)), (1n << (width - 1n)) - 1n] : [0n, (1n << width) - 1n];
    const points = new Set([least, most]);
    const add = (value: bigint) => {
      for (const each of [value - 1n, value, value + 1n]) if (each > least && each < most) points.add(each);
    };
    if (initial !== null) add(initial);
    for (const axis of space.axes) {
      if (axis.of !== input.term || axis.kind !== 'values') continue;
      for (const [from, to] of axis.blocks) {
        add(read(from));
        add(read(to));
      }
    }
    for (const row of relation.rows) {
      const value = row.outputs.find(({ name }) => name === input.name)?.parts[0];
      if (value !== undefined && !(value instanceof Term)) add(read(BigInt(value)));
    }
    return { input, signed, initial, thresholds: [...points].sort((x, y) => (x < y ? -1 : 1)) };
  });
}

export class StateReachability {
  private readonly found = new Map<string, { state: MachineState; bounds: Map<string, Interval> }>();

  constructor(
    private readonly relation: StepRelation,
    private readonly variables: readonly MachineVariable[],
    private readonly terms: Terms,
    private readonly solver: Solver,
  ) {}

  /** Everything that can be reached from the given states, in which variables have their initial values. */
  from(initial: readonly MachineState[]): Reached {
    const bounded = this.variables.filter((each) => each.initial !== null);
    for (const state of initial) {
      const bounds = new Map(bounded.map(({ input, initial: value }) => [input.name, [value!, value!] as Interval]));
      this.found.set(state.name, { state, bounds });
    }
    const open = [...initial];
    for (let state = open.shift(); state !== undefined; state = open.shift()) {
      const { bounds } = this.found.get(state.name)!;
      const { rows, given } = this.relation.from(state, this.invariant(bounds));
      for (const row of rows) {
        if (row.target !== null && this.enter(row.target, row, given, bounds) && !open.includes(row.target)) {
          open.push(row.target);
        }
      }
      this.relation.rejectTooMany(this.found.size, state);
    }
    return { states: this.found };
  }

  /** What the bounds say, as conditions. */
  invariant(bounds: Bounds): Term[] {
    return this.variables.flatMap((variable) => {
      const interval = bounds.get(variable.input.name);
      return interval === undefined ? [] : this.within(variable, variable.input.term, interval);
    });
  }

  private within({ signed, thresholds }: MachineVariable, term: Term, [low, high]: Interval): Term[] {
    const { terms } = this;
    const constant = (value: bigint) => terms.constant(term.width, BigInt.asUintN(term.width, value));
    if (low === high) return [terms.eq(term, constant(low))];
    const notMore = (a: Term, b: Term) => (signed ? terms.sle(a, b) : terms.ule(a, b));
    return [
      ...(low > thresholds[0] ? [notMore(constant(low), term)] : []),
      ...(high < thresholds.at(-1)! ? [notMore(term, constant(high))] : []),
    ];
  }

  /** Makes room in a state for what a step brings there; whether anything is new. */
  private enter(target: MachineState, row: StepRow, given: readonly Term[], from: Bounds): boolean {
    const known = this.found.get(target.name);
    const bounds = known?.bounds ?? new Map<string, Interval>();
    let isNew = known === undefined;
    const path = PathCondition.of([...given, ...row.conditions]);
    for (const variable of this.variables) {
      const { name } = variable.input;
      const before = bounds.get(name);
      // What was anything once stays so.
      if (!from.has(name) || (known !== undefined && before === undefined)) {
        if (bounds.delete(name)) isNew = true;
        continue;
      }
      const after = this.grown(variable, before ?? null, row, path);
      if (after === null ? bounds.delete(name) : after[0] !== before?.[0] || after[1] !== before?.[1]) isNew = true;
      if (after !== null) bounds.set(name, after);
    }
    if (known === undefined) this.found.set(target.name, { state: target, bounds });
    return isNew;
  }

  /** The least bounds among the thresholds that hold before and after; null for none. */
  private grown(
    variable: MachineVariable,
    before: Interval | null,
    row: StepRow,
    path: PathCondition,
  ): Interval | null {
    const { input, signed, thresholds } = variable;
    const value = row.outputs.find(({ name }) => name === input.name)?.parts[0] ?? input.term;
    const read = (bits: bigint) => (signed ? BigInt.asIntN(input.bits, bits) : BigInt.asUintN(input.bits, bits));
    const around = (number: bigint, interval: Interval | null): Interval => {
      if (interval === null) return [number, number];
      if (number < interval[0]) return [thresholds.findLast((each) => each <= number) ?? thresholds[0], interval[1]];
      return number > interval[1]
        ? [interval[0], thresholds.find((each) => each >= number) ?? thresholds.at(-1)!]
        : interval;
    };
    if (!(value instanceof Term)) return around(read(BigInt(value)), before);
    const { terms } = this;
    const same = value.width === input.bits ? value : terms.extract(value, 0, Math.min(input.bits, value.width));
    let interval = before;
    for (;;) {
      const outside = interval === null ? null : terms.not(terms.andAll(this.within(variable, same, interval)));
      if (outside !== null && outside.kind === Kind.constant && outside.value === 0) break;
      const answer = this.solver.check(outside === null ? path : path.append(outside));
      if (answer.status === 'unsat') break;
      if (answer.status === 'unknown') return null;
      interval = around(read(BigInt(evaluate(same, answer.model))), interval);
    }
    const isAll = interval !== null && interval[0] === thresholds[0] && interval[1] === thresholds.at(-1);
    return isAll ? null : interval;
  }
}

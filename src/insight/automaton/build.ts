/**
 * A state machine from the rows of a step function (Qi, Nguyen and Roychoudhury, section 5.4, taken further).
 *
 * The paper takes each row of the signature as a transition, which repeats those that its slices could not tell to be the same. Here, for
 * each state, rows with the same next state and the same actions are one transition, whose guard is the shortest that the solver proves to
 * stand for the same inputs (tabulate in signature.ts): as many transitions as the code implements. The transitions of a state are proved to be disjoint
 * and to cover all inputs; which states can be reached, and which transitions can be taken there, is proved by an invariant (reach.ts).
 */
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { Solver } from '../../solver/solver.ts';
import type { OutputValue } from '../outputs.ts';
import type { Scope } from '../places.ts';
import { conditionOf, type SignatureRow, tabulate } from '../signature.ts';
import { plainOutputs } from './plain-outputs.ts';
import { type Bounds, type MachineVariable, StateReachability } from './reach.ts';
import type { MachineState } from './state-variable.ts';
import type { StepRelation, StepRow, StepsFrom } from './step-relation.ts';

export interface Transition {
  readonly source: MachineState;
  /** Null where the step does not return: it faults, ends the program, or never ends. */
  readonly target: MachineState | null;
  /** Guard, outputs without the next state, example. */
  readonly row: SignatureRow;
  readonly condition: Term;
}

export interface AutomatonState extends MachineState {
  readonly isInitial: boolean;
  readonly isReachable: boolean;
  /** What other variables can be in the state. */
  readonly bounds: Bounds;
  /** Whether each input has a transition, and only one; null when the solver gave up. */
  readonly covering: boolean | null;
  readonly disjoint: boolean | null;
  /** What holds in the state: guards do not repeat it. */
  readonly given: readonly Term[];
}

export interface Automaton {
  readonly states: readonly AutomatonState[];
  /** Those that can be taken. */
  readonly transitions: readonly Transition[];
  /** Those that the code has, but that no run takes. */
  readonly dead: readonly Transition[];
  /** Whether it is known where the machine starts. */
  readonly hasInitial: boolean;
  readonly variables: readonly MachineVariable[];
}

export interface Start {
  /** Where the machine starts; empty when that is not known. */
  readonly initial: readonly MachineState[];
  /** All the states that are known beforehand. */
  readonly declared: readonly MachineState[];
}

const NEXT_STATE = '@next';
const NOTHING: ReadonlySet<number> = new Set();

export function buildAutomaton(
  relation: StepRelation,
  variables: readonly MachineVariable[],
  { initial, declared }: Start,
  scope: Scope,
  terms: Terms,
  solver: Solver,
): Automaton {
  const hasInitial = initial.length > 0;
  const reachability = new StateReachability(relation, hasInitial ? variables : [], terms, solver);
  const { states: reached } = reachability.from(hasInitial ? initial : declared);
  const all = new Map(
    [...declared, ...Array.from(reached.values(), ({ state }) => state)].map((each) => [each.name, each]),
  );
  addTargetsOfOthers(all, relation, reached);
  const states: AutomatonState[] = [];
  const transitions: Transition[] = [];
  const dead: Transition[] = [];
  for (const state of all.values()) {
    const known = reached.get(state.name);
    const invariant = known === undefined ? [] : reachability.invariant(known.bounds);
    const steps = relation.from(state, invariant, known === undefined ? NOTHING : null);
    const table = tableOf(state, steps, scope, terms, solver);
    (known === undefined ? dead : transitions).push(...table.transitions);
    if (invariant.length > 0) dead.push(...neverTaken(state, steps, relation, scope, terms, solver));
    states.push({
      ...state,
      isInitial: initial.includes(state),
      isReachable: known !== undefined,
      bounds: known?.bounds ?? new Map(),
      covering: table.covering,
      disjoint: table.disjoint,
      given: steps.given,
    });
  }
  const place = new Map(declared.map((state, i) => [state.name, i]));
  const rank = (state: MachineState) => place.get(state.name) ?? declared.length;
  states.sort((x, y) => rank(x) - rank(y));
  const order = new Map(states.map((state, i) => [state.name, i]));
  const inOrder = (list: Transition[]) =>
    list.sort(
      (x, y) =>
        order.get(x.source.name)! - order.get(y.source.name)! ||
        (x.target === null ? 1 : 0) - (y.target === null ? 1 : 0) ||
        (x.row.otherwise ? 1 : 0) - (y.row.otherwise ? 1 : 0) ||
        (order.get(x.target?.name ?? '') ?? 0) - (order.get(y.target?.name ?? '') ?? 0),
    );
  return { states, transitions: inOrder(transitions), dead: inOrder(dead), hasInitial, variables };
}

/** Unreachable states may lead to values that are not declared. */
function addTargetsOfOthers(
  all: Map<string, MachineState>,
  relation: StepRelation,
  reached: ReadonlyMap<string, unknown>,
): void {
  // Maps are visited in the order of insertion, those added on the way too.
  for (const state of all.values()) {
    if (reached.has(state.name)) continue;
    for (const { target } of relation.from(state, [], NOTHING).rows) {
      if (target !== null && !all.has(target.name)) all.set(target.name, target);
    }
    relation.rejectTooMany(all.size, state);
  }
}

interface StateTable {
  readonly transitions: readonly Transition[];
  readonly covering: boolean | null;
  readonly disjoint: boolean | null;
}

function tableOf(
  source: MachineState,
  { rows, given, dropped }: StepsFrom,
  scope: Scope,
  terms: Terms,
  solver: Solver,
): StateTable {
  const targets = new Map(rows.flatMap(({ target }) => (target === null ? [] : [[target.name, target]])));
  const found = rows.map((row) => ({
    conditions: row.conditions,
    outcome: row.outcome,
    input: row.input,
    outputs: [nextState(row), ...plainOutputs(row, given, terms, solver)],
  }));
  const table = tabulate(found, '', dropped, given, terms, solver, scope);
  const transitions = table.rows.map((row): Transition => {
    const next = row.outputs.find(({ name }) => name === NEXT_STATE)?.label ?? '';
    const outputs = row.outputs.filter(({ name }) => name !== NEXT_STATE);
    return {
      source,
      target: targets.get(next) ?? null,
      row: { ...row, outputs },
      condition: conditionOf(row, terms),
    };
  });
  return { transitions, covering: table.covering, disjoint: table.disjoint };
}

function nextState({ target }: StepRow): OutputValue {
  const shape = { bits: 0, signed: false, parts: [], members: [], isObject: false, isUnseen: false };
  return { ...shape, name: NEXT_STATE, kind: 'ending', label: target?.name ?? '' };
}

/** What the code does in a state with values that its variables never have there. */
function neverTaken(
  state: MachineState,
  taken: StepsFrom,
  relation: StepRelation,
  scope: Scope,
  terms: Terms,
  solver: Solver,
): readonly Transition[] {
  const { rows, given, dropped } = relation.from(state, [], new Set(taken.rows.map(({ origin }) => origin)));
  // A fault that cannot happen is no transition that is missing.
  const others = rows.filter((row) => row.target !== null);
  return others.length === 0 ? [] : tableOf(state, { rows: others, given, dropped }, scope, terms, solver).transitions;
}

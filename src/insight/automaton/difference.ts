/**
 * What differs between two state machines, by what they do and not by how they are written.
 *
 * States are the same where they have the same name. In each, every transition of the one is held against every transition of the other:
 * where both guards can be true and the next states or actions differ, there is a difference, for the inputs that both guards allow. It is enough
 * to look at values of variables that both machines can have in the state: a run on which they differ is one on which they have done the same
 * until they differ for the first time.
 */
import { Kind } from '../../expr/kinds.ts';
import { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';
import { minimalCases } from '../condition/minimise.ts';
import { differing, type OutputValue } from '../outputs.ts';
import { readingOf } from '../reading.ts';
import { casesText, exampleOf } from '../signature-text.ts';
import { CALL_MARK } from './action-calls.ts';
import type { Automaton, AutomatonState, Transition } from './build.ts';
import { type ReportOptions, type TransitionReport, transitionTexts } from './report.ts';

export interface MinedMachine {
  readonly automaton: Automaton;
  readonly options: ReportOptions;
}

export interface MachineChange {
  readonly state: string;
  readonly guard: string;
  readonly old: Pick<TransitionReport, 'to' | 'actions'>;
  readonly new: Pick<TransitionReport, 'to' | 'actions'>;
  readonly example: Readonly<Record<string, number | string>>;
}

export interface MachineDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Null where they start alike. */
  readonly start: { readonly old: readonly string[]; readonly new: readonly string[] } | null;
  readonly changes: readonly MachineChange[];
  /** Questions that the solver gave up. */
  readonly undecided: number;
}

interface Pair {
  readonly old: number;
  readonly new: number;
  readonly conditions: readonly (readonly Term[])[];
  readonly differs: boolean;
}

export function machineDifference(
  old: MinedMachine,
  changed: MinedMachine,
  terms: Terms,
  solver: Solver,
): MachineDifference {
  const names = (machine: Automaton) => machine.states.filter(({ isReachable }) => isReachable).map(({ name }) => name);
  const [before, after] = [names(old.automaton), names(changed.automaton)];
  const comparison = new Comparison(old, changed, terms, solver);
  const changes = after.filter((name) => before.includes(name)).flatMap((name) => comparison.changesIn(name));
  const starts = [old, changed].map(({ automaton }) =>
    automaton.states.filter((each) => each.isInitial).map(({ name }) => name),
  );
  const isSameStart = [...starts[0]].sort().join() === [...starts[1]].sort().join();
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
    start: isSameStart ? null : { old: starts[0], new: starts[1] },
    changes,
    undecided: comparison.undecided,
  };
}

class Comparison {
  undecided = 0;
  private readonly texts: { old: readonly TransitionReport[]; new: readonly TransitionReport[] };

  constructor(
    private readonly old: MinedMachine,
    private readonly changed: MinedMachine,
    private readonly terms: Terms,
    private readonly solver: Solver,
  ) {
    this.texts = {
      old: transitionTexts(old.automaton.transitions, old.options),
      new: transitionTexts(changed.automaton.transitions, changed.options),
    };
  }

  changesIn(name: string): MachineChange[] {
    const [before, after] = [this.old, this.changed].map(({ automaton }) => stateNamed(automaton, name));
    const given = [...new Set([...before.given, ...after.given])];
    const pairs = this.pairsIn(name, given);
    const differing = pairs.filter(({ differs }) => differs);
    if (differing.length === 0) return [];
    const same = pairs.filter(({ differs }) => !differs).flatMap(({ conditions }) => conditions);
    const groups = [
      ...differing.map(({ conditions }) => ({ rows: conditions })),
      ...(same.length === 0 ? [] : [{ rows: same }]),
    ];
    const covering = before.covering === true && after.covering === true;
    const cases = minimalCases(groups, given, covering, this.terms, this.solver);
    const rows = [...this.old.automaton.transitions, ...this.changed.automaton.transitions].map(({ row }) => row);
    const inputs = rows.flatMap((row) => row.outcomes.flatMap((outcome) => outcome.inputs));
    const reading = readingOf(inputs, this.changed.options.scope);
    return differing.map((pair, i) => {
      const { outcome } = this.changed.automaton.transitions[pair.new].row;
      const either = this.terms.orAll(pair.conditions.map((each) => this.terms.andAll([...each])));
      const model = this.solver.model(PathCondition.of([...given, either]));
      const { [this.changed.options.variable.before]: _, ...example } =
        model === null ? {} : exampleOf(outcome.inputs, model);
      return {
        state: name,
        guard: casesText(cases[i], reading),
        old: this.texts.old[pair.old],
        new: this.texts.new[pair.new],
        example,
      };
    });
  }

  /** Transitions of both that share an input. */
  private pairsIn(name: string, given: readonly Term[]): Pair[] {
    const pairs: Pair[] = [];
    const own = ({ automaton }: MinedMachine) =>
      automaton.transitions.flatMap((transition, i) => (transition.source.name === name ? [{ transition, i }] : []));
    for (const one of own(this.old)) {
      for (const other of own(this.changed)) {
        const both = [one.transition.condition, other.transition.condition];
        if (!this.isPossible([...given, ...both])) continue;
        const conditions = one.transition.row.cases.flatMap((left) =>
          other.transition.row.cases.map((right) => [...left.conditions, ...right.conditions]),
        );
        const differs = this.differ(one, other, [...given, ...both]);
        pairs.push({ old: one.i, new: other.i, conditions, differs });
      }
    }
    return pairs;
  }

  private isPossible(conditions: readonly Term[]): boolean {
    const { status } = this.solver.check(PathCondition.of([...conditions]));
    if (status === 'unknown') this.undecided++;
    return status !== 'unsat';
  }

  private differ(
    old: { readonly transition: Transition; readonly i: number },
    changed: { readonly transition: Transition; readonly i: number },
    conditions: readonly Term[],
  ): boolean {
    if (old.transition.target?.name !== changed.transition.target?.name) return true;
    const calls = (text: TransitionReport) =>
      text.actions
        .filter(({ kind }) => kind === 'call' || kind === 'fault')
        .map((action) => action.text.replace(/:\d+$/, ''));
    if (calls(this.texts.old[old.i]).join('\n') !== calls(this.texts.new[changed.i]).join('\n')) return true;
    const [left, right] = aligned(old.transition, changed.transition, this.terms);
    if (left === null || right === null) return true;
    const differs = differing(left, right, this.terms);
    if (differs === null) return true;
    if (differs.kind === Kind.constant) return differs.value !== 0;
    return this.isPossible([...conditions, differs]);
  }
}

function stateNamed({ states }: Automaton, name: string): AutomatonState {
  return states.find((state) => state.name === name)!;
}

/** Values under the same names in the same order: what one does not mention is as it was before the step. */
function aligned(old: Transition, changed: Transition, terms: Terms): [OutputValue[] | null, OutputValue[] | null] {
  const values = ({ row }: Transition) =>
    new Map(
      row.outputs
        .filter(({ name, kind }) => !name.startsWith(CALL_MARK) && kind !== 'ending')
        .map((output) => [output.name, output]),
    );
  const [left, right] = [values(old), values(changed)];
  const names = [...new Set([...left.keys(), ...right.keys()])].sort();
  const complete = (
    own: ReadonlyMap<string, OutputValue>,
    other: ReadonlyMap<string, OutputValue>,
    { row }: Transition,
  ) => {
    const all: OutputValue[] = [];
    for (const name of names) {
      const known = own.get(name) ?? asBefore(name, other.get(name)!, row.outcome.inputs, terms);
      if (known === null) return null;
      all.push(known);
    }
    return all;
  };
  return [complete(left, right, old), complete(right, left, changed)];
}

/** Null for what was not there before the step. */
function asBefore(
  name: string,
  like: OutputValue,
  inputs: Transition['row']['outcome']['inputs'],
  terms: Terms,
): OutputValue | null {
  if (name === 'stdout' || name === 'stderr') return { ...like, parts: [] };
  const input = inputs.find((each) => each.name === name);
  if (input === undefined) return null;
  if (like.kind === 'text' && input.kind === 'bytes') {
    return { ...like, parts: like.parts.map((_, i) => terms.read(input.term, terms.constant(32, i))) };
  }
  const [value] = like.parts;
  const width = value instanceof Term ? value.width : like.bits;
  return like.kind === 'int' && input.kind === 'int' && input.term.width === width
    ? { ...like, parts: [input.term] }
    : null;
}

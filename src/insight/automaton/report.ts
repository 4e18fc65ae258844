/** A state machine in words: what is printed, drawn and written as JSON. */

import type { Scope } from '../places.ts';
import { readingOf } from '../reading.ts';
import { rowTexts } from '../signature-text.ts';
import { constantText, type ValueStyle } from '../value-text.ts';
import { type Action, type ActionWords, actionsOf } from './actions.ts';
import type { Automaton, AutomatonState, Transition } from './build.ts';
import type { StateVariable } from './state-variable.ts';

export interface StateReport {
  readonly name: string;
  readonly initial: boolean;
  readonly reachable: boolean;
  /** What other variables can be in it: `credit: 0..3`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Every input has a transition, and only one. */
  readonly complete: boolean | null;
  readonly deterministic: boolean | null;
  /** Why it cannot be reached. */
  readonly proof: string | null;
}

export interface TransitionReport {
  readonly from: string;
  /** Null where the step does not return. */
  readonly to: string | null;
  readonly guard: string;
  /** The alternatives that the guard consists of; none where it is told by the other transitions. */
  readonly cases: readonly string[];
  readonly actions: readonly Action[];
  /** Nothing happens at all. */
  readonly ignored: boolean;
  readonly example: Readonly<Record<string, number | string>>;
  readonly exampleText: string;
  /** For one that is never taken. */
  readonly proof: string | null;
}

export interface AutomatonReport {
  readonly variable: string;
  /** Null where it is not known in which state the machine starts. */
  readonly initial: readonly string[] | null;
  readonly states: readonly StateReport[];
  readonly transitions: readonly TransitionReport[];
  /** Inputs for which the step does not return. */
  readonly ends: readonly TransitionReport[];
  readonly dead: readonly TransitionReport[];
  /** Assignments to the state that never decide it: `step.c:31`. */
  readonly idleAssignments: readonly string[];
  /** Everything was explored and decided: what is called dead, unreachable or complete is. */
  readonly proved: boolean;
}

export interface ReportOptions {
  readonly variable: StateVariable;
  readonly words: Omit<ActionWords, 'naming'>;
  readonly scope: Scope;
  readonly proved: boolean;
  readonly idleAssignments: readonly string[];
}

export function reportOf(automaton: Automaton, options: ReportOptions): AutomatonReport {
  const { variable, proved } = options;
  const live = transitionTexts(automaton.transitions, options);
  const states = automaton.states.map((state): StateReport => {
    return {
      name: state.name,
      initial: state.isInitial,
      reachable: state.isReachable,
      variables: boundTexts(state, automaton),
      complete: state.covering,
      deterministic: state.disjoint,
      proof: state.isReachable ? null : whyUnreachable(state, automaton, proved),
    };
  });
  const dead = transitionTexts(automaton.dead, options).map((text, i) => ({
    ...text,
    proof: whyDead(automaton.dead[i], text.guard, automaton, proved),
  }));
  return {
    variable: variable.before,
    initial: automaton.hasInitial ? automaton.states.filter((each) => each.isInitial).map(({ name }) => name) : null,
    states,
    transitions: live.filter(({ to }) => to !== null),
    ends: live.filter(({ to }) => to === null),
    dead: dead.filter((each) => each.to !== null && !live.some((other) => kindOf(other) === kindOf(each))),
    idleAssignments: options.idleAssignments,
    proved,
  };
}

/** One text per transition, in order. */
export function transitionTexts(
  transitions: readonly Transition[],
  { words, scope, variable }: Pick<ReportOptions, 'words' | 'scope' | 'variable'>,
): TransitionReport[] {
  const rows = transitions.map(({ row }) => row);
  const inputs = rows.flatMap((row) => row.outcomes.flatMap((outcome) => outcome.inputs));
  const { naming } = readingOf(inputs, scope);
  const everywhere = commonActions(transitions, { ...words, naming });
  return rowTexts({ rows, scope }).map((text, i): TransitionReport => {
    const { source, target, row } = transitions[i];
    const actions = actionsOf(row, { ...words, naming }, everywhere);
    const { [variable.before]: _, ...example } = text.example;
    return {
      from: source.name,
      to: target?.name ?? null,
      guard: text.condition,
      cases: text.cases,
      actions,
      ignored: source.name === target?.name && actions.length === 0,
      example,
      exampleText: text.exampleText,
      proof: null,
    };
  });
}

/** A result or an assignment of a constant that all transitions have. */
function commonActions(transitions: readonly Transition[], words: ActionWords): Set<string> {
  const [first, ...others] = transitions.filter(({ target }) => target !== null);
  if (others.length < 2) return new Set();
  const constant = new Set(
    actionsOf(first.row, words).flatMap(({ kind, text }) => (kind === 'return' || kind === 'set' ? [text] : [])),
  );
  for (const { row } of others) {
    const own = new Set(actionsOf(row, words).map(({ text }) => text));
    for (const text of constant) if (!own.has(text)) constant.delete(text);
  }
  return constant;
}

function boundTexts({ bounds }: AutomatonState, { variables }: Automaton): Record<string, string> {
  const result: Record<string, string> = {};
  for (const { input, signed, thresholds } of variables) {
    const interval = bounds.get(input.name);
    if (interval === undefined) continue;
    const style: ValueStyle = { signed, character: false, truth: false, named: null };
    const [low, high] = interval.map((value) => constantText(value, style));
    if (interval[0] === interval[1]) result[input.name] = low;
    else if (interval[0] === thresholds[0]) result[input.name] = `at most ${high}`;
    else result[input.name] = interval[1] === thresholds.at(-1) ? `at least ${low}` : `${low}..${high}`;
  }
  return result;
}

function whyUnreachable({ name }: AutomatonState, { dead }: Automaton, proved: boolean): string {
  const from = [...new Set(dead.filter(({ target, source }) => target?.name === name && source.name !== name))];
  const sources = [...new Set(from.map(({ source }) => source.name))];
  if (!proved) return 'no step to it was found, but not everything was explored';
  if (sources.length === 0) return 'no step leads to it';
  return `steps lead to it only from ${sources.join(', ')}, and none of these is ever taken`;
}

/** What a transition does, but for the values: another one of the same kind is no other transition to a reader. */
function kindOf({ from, to, actions }: TransitionReport): string {
  const what = actions.map(({ kind, text }) =>
    kind === 'set' || kind === 'call' ? text.replace(/( =|\().*/, '') : kind,
  );
  return [from, to, ...what].join('|');
}

function whyDead({ source }: Transition, guard: string, automaton: Automaton, proved: boolean): string {
  if (!proved) return 'no run that takes it was found, but not everything was explored';
  const state = automaton.states.find(({ name }) => name === source.name)!;
  if (!state.isReachable) return `${source.name} is never reached`;
  const all = Object.entries(boundTexts(state, automaton));
  const mentioned = all.filter(([name]) => guard.includes(name));
  const bounds = mentioned.length > 0 ? mentioned : all;
  return `in ${source.name}, ${bounds.map(([name, text]) => `${name} is always ${text}`).join(', ')}`;
}

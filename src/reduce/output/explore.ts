/**
 * Path exploration based on symbolic output (Qi, Nguyen and Roychoudhury; algorithm 1): one path per relevant slice
 * condition of the output, so one per way the output is computed.
 *
 * A task is a set of inputs nobody has looked at: a conjunction of branch conditions, the last one negated. It is solved
 * to an input, the input is run, and the conditions the output depends on are read off the trace and reordered. They are
 * a row: every input that satisfies them computes the output in the same way. What the row leaves of the task is split
 * by its first condition that fails, which gives the new tasks.
 *
 * Where this differs from the paper:
 * - The paper relies on lemma 3.13: the conditions of a task are the first ones of every row found in it, so that rows
 *   need only be split past that prefix. The lemma assumes that slices are computed exactly and that the program ends in
 *   one place; faults, exits, library calls and points-to sets break both. So a task keeps its conditions, and a row
 *   that does not begin with them is split inside the task. Whatever the order of the conditions is, no input is lost;
 *   a good order only avoids that rows are found again (`detours` counts how often it did not).
 * - Arrays are exact: an index is part of the terms, with its bounds check as one more condition. Nothing is concretised
 *   but what the machine says it concretises, and that equation is a condition like any other.
 * - Assumptions that hold are conditions too, but are never negated: the other side is no behaviour.
 */

import type { Exploration } from '../../explore/exploration.ts';
import type { Model, Term } from '../../expr/term.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { PathCondition } from '../../solver/solver.ts';
import { buildTrace } from '../../trace/build.ts';
import type { TraceFacts } from '../../trace/facts.ts';
import { type LogEntry, logOf } from '../../trace/log.ts';
import { type Decision, relevantSlice, type Trace } from '../../trace/trace.ts';
import { type OutputSelection, outputNodes } from './criterion.ts';
import { smallInput } from './example.ts';
import { type FinalGlobal, finalGlobals } from './globals.ts';
import { decisionSlices, reorder } from './reorder.ts';

export interface OutputRow {
  /** The reordered relevant slice condition, behind the conditions of its task where it does not begin with them. */
  readonly conditions: readonly Term[];
  readonly outcome: PathOutcome;
  /** The chosen globals as the program leaves them; none after a fault. */
  readonly globals: readonly FinalGlobal[];
  readonly input: Model;
  /** Inputs beside this row that an assumption drops: prefixes of the condition with the assumption negated. */
  readonly dropped: readonly (readonly Term[])[];
}

export interface OutputStatistics {
  tasks: number;
  /** Tasks whose input led to a row that does not begin with the task's conditions. */
  detours: number;
  infeasible: number;
  undecided: number;
  conditions: number;
}

type Task = readonly Term[];

/** Nodes of the trace: all inputs that satisfy the conditions they hang on are alike in what matters. */
export type Criterion = (trace: Trace, log: readonly LogEntry[]) => readonly number[];

export interface OutputExploration {
  readonly selection: OutputSelection;
  readonly facts: TraceFacts;
  /** Off only to show why it is needed. */
  readonly reorder: boolean;
  /** Which of several initial states to start in. */
  readonly initial: number;
  /** What to explore by, given the dependences of a path and its log; the chosen outputs unless said otherwise. */
  readonly criterion?: Criterion;
  /** Asked before each task; true stops the search. */
  stop(): boolean;
}

export function* exploreByOutput(
  exploration: Exploration,
  options: OutputExploration,
  statistics: OutputStatistics,
): Generator<OutputRow, void> {
  const { terms, machine, solver } = exploration;
  const stack: Task[] = [[]];
  for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
    if (options.stop()) return;
    statistics.tasks++;
    const condition = task.reduce((all, each) => all.append(each), PathCondition.empty);
    const answer = solver.check(condition);
    if (answer.status !== 'sat') {
      if (answer.status === 'unsat') statistics.infeasible++;
      else statistics.undecided++;
      continue;
    }
    // A readable input where there is a choice: rows show it as their example.
    const input = smallInput(task, solver.model(condition) ?? answer.model, terms, solver);
    const { state, outcome } = exploration.follow(input, options.initial);
    const log = logOf(state).entries();
    const trace = buildTrace(log, machine.names, options.facts);
    const starts =
      options.criterion?.(trace, log) ?? outputNodes(trace, options.selection, machine, options.facts, outcome.outputs);
    const slice = relevantSlice(trace, starts);
    const relevant = trace.decisions.flatMap((node, i) => (slice[node.index] === 1 ? [i] : []));
    const order = options.reorder ? reorder(relevant, decisionSlices(trace)) : relevant;
    // A condition may be decided several times on a path; it is one condition.
    const why = new Map<Term, Decision>();
    for (const i of order) {
      const decision = trace.decisions[i].decision!;
      const term = decision.value ? decision.condition : terms.not(decision.condition);
      if (!why.has(term)) why.set(term, decision);
    }
    const found = [...why.keys()];
    const detour = task.some((term, i) => term !== found[i]);
    if (detour) statistics.detours++;
    // Without reordering this is the search that the paper's table I shows to fail.
    const conditions: Term[] = detour && options.reorder ? [...task] : found.slice(0, task.length);
    const given = new Set(conditions);
    const dropped: Term[][] = [];
    for (let i = 0; i < found.length; i++) {
      const other = [...conditions.slice(0, detour ? undefined : i), terms.not(found[i])];
      if (isAssumption(why.get(found[i])!)) dropped.push(other);
      else if (!given.has(found[i])) stack.push(other);
      if (given.has(found[i])) continue;
      conditions.push(found[i]);
      given.add(found[i]);
    }
    statistics.conditions += conditions.length;
    const globals = outcome.ending.kind === 'exit' ? finalGlobals(options.selection.globals, state, machine) : [];
    yield { conditions, outcome, globals, input, dropped };
  }
}

function isAssumption({ why, value }: Decision): boolean {
  return why === 'assume' && value;
}

/**
 * Path exploration based on symbolic output (Qi, Nguyen and Roychoudhury; algorithm 1): one path per relevant slice
 * condition of the output, so one per way the output is computed.
 *
 * A task is a conjunction of branch conditions with the last one negated. It is solved to an input, the input is run, the
 * conditions the output depends on are read off the trace and reordered, and each one past the task's own prefix gives a
 * new task. Assumptions that hold are conditions too, but are never negated: the other side is no behaviour.
 */

import type { Exploration } from '../../explore/exploration.ts';
import type { Model, Term } from '../../expr/term.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { PathCondition } from '../../solver/solver.ts';
import { buildTrace } from '../../trace/build.ts';
import type { TraceFacts } from '../../trace/facts.ts';
import { logOf } from '../../trace/log.ts';
import { relevantSlice } from '../../trace/trace.ts';
import { type OutputSelection, outputNodes } from './criterion.ts';
import { decisionSlices, reorder } from './reorder.ts';

export interface OutputRow {
  /** The reordered relevant slice condition. */
  readonly conditions: readonly Term[];
  readonly outcome: PathOutcome;
  readonly input: Model;
  /** Inputs beside this row that an assumption drops: prefixes of the condition with the assumption negated. */
  readonly dropped: readonly (readonly Term[])[];
}

export interface OutputStatistics {
  tasks: number;
  infeasible: number;
  undecided: number;
  conditions: number;
}

interface Task {
  readonly conditions: readonly Term[];
  /** How many of a path's conditions were already turned into tasks. */
  readonly done: number;
}

export interface OutputExploration {
  readonly selection: OutputSelection;
  readonly facts: TraceFacts;
  /** Off only to show why it is needed. */
  readonly reorder: boolean;
  /** Which of several initial states to start in. */
  readonly initial: number;
  /** Asked before each task; true stops the search. */
  stop(): boolean;
}

export function* exploreByOutput(
  exploration: Exploration,
  options: OutputExploration,
  statistics: OutputStatistics,
): Generator<OutputRow, void> {
  const { terms, machine, solver } = exploration;
  const stack: Task[] = [{ conditions: [], done: 0 }];
  for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
    if (options.stop()) return;
    statistics.tasks++;
    let condition = PathCondition.empty;
    for (const each of task.conditions) condition = condition.append(each);
    const answer = solver.check(condition);
    if (answer.status !== 'sat') {
      if (answer.status === 'unsat') statistics.infeasible++;
      else statistics.undecided++;
      continue;
    }
    // A readable input where there is a choice: rows show it as their example.
    const input = solver.model(condition) ?? answer.model;
    const { state, outcome } = exploration.follow(input, options.initial);
    const trace = buildTrace(logOf(state).entries(), machine.names, options.facts);
    const slice = relevantSlice(trace, outputNodes(trace, options.selection, machine, options.facts));
    const relevant = trace.decisions.flatMap((node, i) => (slice[node.index] === 1 ? [i] : []));
    const order = options.reorder ? reorder(relevant, decisionSlices(trace)) : relevant;
    const conditions = order.map((i) => {
      const { condition: term, value } = trace.decisions[i].decision!;
      return value ? term : terms.not(term);
    });
    statistics.conditions += conditions.length;
    const dropped: Term[][] = [];
    for (let i = 0; i < conditions.length; i++) {
      const { why, value } = trace.decisions[order[i]].decision!;
      if (why === 'assume' && value) {
        dropped.push([...conditions.slice(0, i), terms.not(conditions[i])]);
        continue;
      }
      if (i < task.done) continue;
      stack.push({ conditions: [...conditions.slice(0, i), terms.not(conditions[i])], done: i + 1 });
    }
    yield { conditions, outcome, input, dropped };
  }
}

/** What one run says about its inputs: how it ended, and which conditions its outputs depend on. */

import { BitSet } from '../../analysis/bit-set.ts';
import type { Exploration } from '../../explore/exploration.ts';
import type { Model, Term } from '../../expr/term.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { TraceFacts } from '../../trace/facts.ts';
import type { Trace, TraceNode } from '../../trace/trace.ts';
import type { DecisionSequences } from '../tasks/decision-sequences.ts';
import { goingOn } from '../tasks/early-end.ts';
import type { GuidedRun } from '../tasks/guided-runs.ts';
import { type OutputSelection, outputNodes } from './criterion.ts';
import type { End, Ends } from './ends.ts';
import { type FinalGlobal, finalGlobals } from './globals.ts';
import { reorder } from './reorder.ts';

export interface Run {
  readonly input: Model;
  readonly outcome: PathOutcome;
  /** The chosen globals as the program leaves them; none after a fault. */
  readonly globals: readonly FinalGlobal[];
  /** Null when main returned. */
  readonly end: End | null;
  /** The relevant slice condition of the outputs, reordered; that of an early end begins with the end's own. */
  readonly conditions: readonly Term[];
  /** Those among them that gave a value to something symbolic. */
  readonly choices: ReadonlySet<Term>;
  /** Positions of the decisions that all of this depends on. */
  readonly slice: readonly number[];
}

export interface Reading {
  readonly exploration: Exploration;
  readonly facts: TraceFacts;
  readonly selection: OutputSelection;
  readonly reorder: boolean;
  readonly ends: Ends;
}

export function readRun({ state, outcome, input, sequences, literals, end: known }: GuidedRun, reading: Reading): Run {
  const { exploration, facts, selection, ends } = reading;
  const { trace } = sequences;
  const { decisions } = trace;
  const { kind } = outcome.ending;
  const end = kind === 'limit' ? goingOn(sequences) : known;
  const settled = literals.map((literal) => exploration.terms.byId(literal));
  recordAssumptions(sequences, settled, ends);
  // A fault ends the program before a caller could read its variables.
  const globals =
    kind === 'exit' ? finalGlobals(selection.globals, state, exploration.machine) : { values: [], behind: [] };
  const starts = outputNodes(trace, selection, exploration.machine, facts, {
    outputs: outcome.outputs,
    behind: globals.behind,
    endedEarly: end !== null,
  });
  const relevant = decisionsOf(sequences, starts).toArray();
  const slices = decisions.map((node) => sequences.all[sequences.ofNode[node.index]].members);
  const order = reading.reorder ? reorder(relevant, slices) : relevant;
  // A condition may be decided several times on a path; it is one condition.
  const conditions = new Set<Term>();
  for (const position of [...(end ?? []), ...order]) conditions.add(settled[position]);
  return {
    input,
    outcome,
    globals: globals.values,
    end:
      end === null
        ? null
        : ends.of(
            placeOfEnd(trace, outcome),
            distinct(end, settled),
            kind === 'dropped' || kind === 'limit' ? kind : 'other',
          ),
    conditions: [...conditions],
    choices: new Set(settled.filter((_, i) => decisions[i].decision!.why === 'concretize')),
    slice: [...new Set([...(end ?? []), ...relevant])],
  };
}

/** Every assumption that held on the path would have dropped the inputs for which it does not. */
function recordAssumptions(sequences: DecisionSequences, settled: readonly Term[], ends: Ends): void {
  const { trace, all, ofNode } = sequences;
  trace.decisions.forEach((node, position) => {
    const { why, value } = node.decision!;
    if (why !== 'assume' || !value) return;
    const others = all[ofNode[node.index]].decisions.filter((each) => settled[each] !== settled[position]);
    ends.of(placeOf(node), [...distinct(others, settled), ends.opposite(settled[position])], 'dropped');
  });
}

function distinct(positions: readonly number[], settled: readonly Term[]): Term[] {
  return [...new Set(positions.map((position) => settled[position]))];
}

function decisionsOf(sequences: DecisionSequences, nodes: readonly number[]): BitSet {
  const result = new BitSet();
  const seen = new Set<number>();
  for (const node of nodes) {
    const sequence = sequences.ofNode[node];
    if (seen.has(sequence)) continue;
    seen.add(sequence);
    result.addAll(sequences.all[sequence].members);
  }
  return result;
}

/** Where on its circle a path was when it was found to run in one says nothing, nor where a limit stopped it. */
function placeOfEnd({ end }: Trace, { ending }: PathOutcome): string {
  return ending.kind === 'endless' || ending.kind === 'limit' ? ending.kind : placeOf(end);
}

function placeOf(node: TraceNode | null): string {
  return node === null ? '' : `${node.context.id}:${node.instruction.id}:${node.iterations.join(',')}`;
}

/**
 * Why a path ended before the program was done.
 *
 * The decisions on which the end depends: whenever they fall the same way, the program ends there, unless it has ended
 * before. A failed check, or assumption, is the last decision itself. A call that ends the program only needs to be
 * reached, but for an assumption, which depends on its value, and a copy, which depends on its addresses. Any other fault depends on its
 * operands, and a fault of freed memory on what freed it. What leaks depends on the
 * whole path. A program that runs in a circle does so because of all branches on the last turn. Handlers that run after main has returned may still end the program before it is done.
 */
import { directCallee } from '../../analysis/call-graph.ts';
import type { EndingKind } from '../../machine/endings.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { type Instruction, isTerminator } from '../../program/instructions.ts';
import { FREEING } from '../../trace/facts.ts';
import type { DecisionSequences } from './decision-sequences.ts';

/** Positions of decisions; null when the path ran to the very end, or when a limit stopped it and nothing can be said. */
export function earlyEnd(sequences: DecisionSequences, { ending, returned }: PathOutcome): readonly number[] | null {
  if (ending.kind === 'limit') return null;
  const { trace, ofNode } = sequences;
  const { end, decisions, nodes } = trace;
  if (returned !== null && ending.kind === 'exit' && (end === null || end.context.parent === null)) return null;
  if (end === null || ending.kind === 'leak') return decisions.map((_, position) => position);
  if (ending.kind === 'endless') return lastTurn(sequences, ending.cycle!.steps);
  const last = decisions[decisions.length - 1] ?? null;
  if (last !== null) {
    // Only the end of a path comes after a check that failed.
    const { why, value } = last.decision!;
    if ((why === 'check' && value) || (why === 'assume' && !value)) return members(sequences, ofNode[last.index]);
  }
  let set = end.control >= 0 ? ofNode[end.control] : 0;
  if (end.halt >= 0) set = sequences.join(set, ofNode[end.halt]);
  if (end.instruction.op !== 'unreachable' && !endsWhenReached(end.instruction, ending.kind)) {
    set = sequences.join(set, ofNode[end.index]);
    // What a pointer was found to be is decided after the node of its call.
    if (last?.instruction === end.instruction) set = sequences.join(set, ofNode[last.index]);
  }
  if (FREEING_FAULTS.has(ending.kind)) {
    set = sequences.join(set, ofNode[end.index]);
    for (const { index, instruction } of nodes) {
      if (instruction.op !== 'call' || !FREEING.has(directCallee(instruction)?.name ?? '')) continue;
      set = sequences.join(set, ofNode[index]);
    }
  }
  return members(sequences, set);
}

/**
 * What the second half of a path that met a limit depends on. A loop or recursion without an end in sight has long been entered by then: all
 * that decides alike goes on as long, whatever else it does, and perhaps a little longer.
 */
export function goingOn(sequences: DecisionSequences): readonly number[] {
  return lastTurn(sequences, sequences.trace.nodes.length >> 1);
}

/**
 * A call through a pointer may end with a bad one, a copy with bad addresses, and an assumption with a value that is concrete on this
 * path but was chosen by branches (`valid(x)`); a call that ends the program whatever it is given only needs to be reached.
 */
function endsWhenReached(instruction: Instruction, kind: EndingKind): boolean {
  const callee = instruction.op === 'call' ? directCallee(instruction) : null;
  if (callee === null) return false;
  return kind === 'dropped' ? callee.name !== '__pf_assume' : ENDS_WHATEVER_IS_GIVEN.has(kind);
}

const ENDS_WHATEVER_IS_GIVEN: ReadonlySet<EndingKind> = new Set([
  ...(['exit', 'abort', 'assert', 'unreachable', 'target-reached', 'user', 'unmodelled'] as const),
]);

/**
 * What the branches on the last turn depend on, at least `steps` instructions back from the end: an instruction has one node or
 * more, one after the other.
 */
function lastTurn(sequences: DecisionSequences, steps: number): readonly number[] {
  const { trace, ofNode } = sequences;
  const { nodes } = trace;
  const positions = new Set<number>();
  let left = steps;
  for (let at = nodes.length - 1; at >= 0 && left >= 0; at--) {
    const { instruction, decision } = nodes[at];
    if (isTerminator(instruction) || instruction.op === 'call' || decision !== null) {
      for (const position of members(sequences, ofNode[at])) positions.add(position);
    }
    if (nodes[at - 1]?.instruction !== instruction) left--;
  }
  return [...positions].sort((a, b) => a - b);
}

const FREEING_FAULTS: ReadonlySet<string> = new Set(['use-after-free', 'double-free', 'invalid-free']);

function members(sequences: DecisionSequences, set: number): readonly number[] {
  return sequences.all[set].decisions;
}

/**
 * The dynamic dependence graph of one path.
 *
 * A node is one execution of an instruction (its result, its effect), or one decision taken while executing it. Nodes
 * are numbered in the order of execution, and depend only on nodes before them:
 *
 * - `data`: the nodes that made its operands, register by register and byte by byte;
 * - `control`: the branch, or the call, because of which it is executed at all (-1: always);
 * - `choice`: for a phi, the branches that decided through which edge control came, although they are over;
 * - `potential`: for a read, branches under which what is read may have been written, on whichever side;
 * - `halt`: the last decision before it that could have ended the program (-1: none).
 *
 * "Relevant" means reachable through all five.
 */
import type { Term } from '../expr/term.ts';
import type { DecisionKind } from '../machine/client.ts';
import type { Context } from '../machine/names.ts';
import type { Instruction } from '../program/instructions.ts';
import type { AccessEntry, AllocationEntry } from './log.ts';

export interface Decision {
  readonly condition: Term;
  readonly value: boolean;
  readonly why: DecisionKind;
}

export interface TraceNode {
  readonly index: number;
  readonly instruction: Instruction;
  readonly context: Context;
  /** Iteration of each loop around the instruction, outermost first. */
  readonly iterations: readonly number[];
  readonly data: readonly number[];
  readonly control: number;
  readonly choice: readonly number[];
  potential: readonly number[];
  readonly halt: number;
  /** The symbolic condition settled here; null for ordinary nodes and for branches on concrete values. */
  readonly decision: Decision | null;
  /** Inputs made here. */
  readonly inputs: readonly Term[];
  /** Whether another input could change what happens here. */
  readonly dependsOnInput: boolean;
}

export interface NodeAccess {
  readonly node: number;
  readonly access: AccessEntry | AllocationEntry;
}

export interface Trace {
  readonly nodes: readonly TraceNode[];
  /** Nodes with a decision, in order. */
  readonly decisions: readonly TraceNode[];
  /** What the path ended with. */
  readonly end: TraceNode | null;
  /**
   * Branches that another input could turn, with the direction taken (an edge of control dependence), in order; also
   * stores and calls whose pointer another input could change (direction 0).
   */
  readonly turnable: readonly { readonly node: number; readonly edge: number }[];
  /** What memory the nodes touched, in order: making an object writes all of it. */
  readonly accesses: readonly NodeAccess[];
  /** The nodes that last wrote each byte of an object by the end of the path; null for an object never seen. */
  writersOf(objectId: number): readonly number[] | null;
  /** The oldest of them; -1 when part of the initial contents is still there. */
  oldestWriter(objectId: number): number;
}

/** All nodes that `starts` are relevant to, directly or not, themselves included: ascending. */
export function relevantSlice(trace: Trace, starts: readonly number[]): Uint8Array {
  const inside = new Uint8Array(trace.nodes.length);
  let highest = -1;
  for (const start of starts) {
    inside[start] = 1;
    highest = Math.max(highest, start);
  }
  // Dependences only lead back, so one sweep suffices.
  for (let at = highest; at >= 0; at--) {
    if (inside[at] === 0) continue;
    const node = trace.nodes[at];
    for (const from of node.data) inside[from] = 1;
    for (const from of node.choice) inside[from] = 1;
    for (const from of node.potential) inside[from] = 1;
    if (node.control >= 0) inside[node.control] = 1;
    if (node.halt >= 0) inside[node.halt] = 1;
  }
  return inside;
}

/** Whether what happens at one node can have influenced another, directly or not. */
export function dependsOn(trace: Trace, later: number, earlier: number): boolean {
  return earlier <= later && relevantSlice(trace, [later])[earlier] === 1;
}

/** The decisions inside a slice, in the order they were taken: the relevant slice condition. */
export function relevantDecisions(trace: Trace, slice: Uint8Array): TraceNode[] {
  return trace.decisions.filter((node) => slice[node.index] === 1);
}

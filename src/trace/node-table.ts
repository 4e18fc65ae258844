/**
 * The nodes of a trace while it is built, and what is known of them: whether another input can change them, and the last one
 * that could have ended the program.
 */
import type { Term } from '../expr/term.ts';
import type { Instruction } from '../program/instructions.ts';
import type { Operand } from '../program/values.ts';
import { type ActiveFrame, addDefinitions, iterationsOf } from './active-frame.ts';
import type { AccessEntry, AllocationEntry } from './log.ts';
import type { Decision, NodeAccess, TraceNode } from './trace.ts';

export const NO_NODES: readonly number[] = [];
const NO_INPUTS: readonly Term[] = [];

export class NodeTable {
  nodes: TraceNode[] = [];
  decisions: TraceNode[] = [];
  accesses: NodeAccess[] = [];
  /**
   * Per node: whether another input that leads here can give it another value. Being reached only under a condition is not
   * enough, but for what memory holds, a function returns, or a phi takes, it is.
   */
  private varying: (0 | 1)[] = [];
  /** The last node that could have ended the program. */
  halt = -1;

  fork(): NodeTable {
    const copy = new NodeTable();
    copy.nodes = this.nodes.slice();
    copy.decisions = this.decisions.slice();
    copy.accesses = this.accesses.slice();
    copy.varying = this.varying.slice();
    copy.halt = this.halt;
    return copy;
  }

  varies(node: number): boolean {
    return this.varying[node] === 1;
  }

  mayVary(frame: ActiveFrame, value: Operand): boolean {
    const from: number[] = [];
    addDefinitions(frame, value, from);
    return from.some((node) => this.varying[node] === 1);
  }

  /** `registers` of the data come from registers, the rest from memory. */
  add(
    frame: ActiveFrame,
    instruction: Instruction,
    data: readonly number[],
    control: number,
    choice: readonly number[],
    decision: Decision | null,
    inputs: TraceNode['inputs'] = NO_INPUTS,
    potential: readonly number[] = NO_NODES,
    registers = data.length,
  ): number {
    const index = this.nodes.length;
    const { nodes, varying } = this;
    let known = inputs.length > 0 || potential.length > 0;
    for (const from of choice) known ||= nodes[from].dependsOnInput;
    let differs = known;
    // A value that is made only under a condition competes with what another input makes instead.
    const merges = instruction.op === 'phi';
    for (let i = 0; i < data.length && !(known && differs); i++) {
      const from = data[i];
      const { dependsOnInput } = nodes[from];
      known ||= dependsOnInput;
      differs ||= i < registers && !merges ? varying[from] === 1 : dependsOnInput;
    }
    const reached = control >= 0 && nodes[control].dependsOnInput;
    varying.push(differs || (reached && instruction.op === 'ret') ? 1 : 0);
    const node: TraceNode = {
      index,
      instruction,
      context: frame.context,
      iterations: iterationsOf(frame),
      data,
      control,
      choice,
      potential,
      halt: this.halt,
      decision: decision === null ? null : { condition: decision.condition, value: decision.value, why: decision.why },
      inputs,
      dependsOnInput: known || decision !== null || reached,
    };
    this.nodes.push(node);
    if (decision !== null) this.decisions.push(node);
    return index;
  }

  /** A branch that is there already gets its condition. */
  decide(branch: TraceNode, decision: Decision): void {
    const decided = { ...branch, decision, dependsOnInput: true };
    this.nodes[branch.index] = decided;
    this.decisions.push(decided);
  }

  touch(node: number, access: AccessEntry | AllocationEntry): void {
    this.accesses.push({ node, access });
  }
}

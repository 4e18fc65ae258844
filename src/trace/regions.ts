/**
 * Control dependence along a path. A region is opened by a branch and closed when control reaches the branch's immediate
 * post-dominator: whatever runs while it is open depends on the branch, and a phi depends on the branches whose regions close as
 * control enters its block.
 */
import { loopStep } from '../analysis/loops.ts';
import type { Segment } from '../machine/code.ts';
import { InternalError } from '../program/errors.ts';
import type { Instruction } from '../program/instructions.ts';
import { type ActiveFrame, addDefinitions, controlParent, define } from './active-frame.ts';
import type { TraceFacts } from './facts.ts';
import { NO_NODES, type NodeTable } from './node-table.ts';
import type { PotentialWrites } from './potential-writes.ts';

export class Regions {
  constructor(
    private readonly table: NodeTable,
    private readonly potentialWrites: PotentialWrites,
    private readonly facts: TraceFacts,
  ) {}

  /** The node has chosen one of several ways. */
  open(frame: ActiveFrame, node: number, instruction: Instruction): void {
    frame.branch = node;
    frame.regions.push({ node, closesAt: this.facts.meetingBlock(instruction) });
  }

  /** Follows an edge: closes regions, counts iterations, gives phis their values. */
  enterBlock(frame: ActiveFrame, segment: Segment): void {
    const to = segment.block;
    const from = frame.block;
    this.leaveLoops(frame, to.index);
    this.turned(frame, to.index);
    const closed: number[] = [];
    while (frame.regions.length > 0 && frame.regions[frame.regions.length - 1].closesAt === to.index) {
      closed.push(frame.regions.pop()!.node);
    }
    const step = loopStep(frame.code.loops, from, to.index);
    const loop = frame.code.loops.innermost[to.index];
    if (step === 'enter') frame.counters[loop] = 0;
    else if (step === 'again') frame.counters[loop]++;
    frame.block = to.index;
    frame.iterations = null;
    if (to.instructions[0].op !== 'phi') return;
    const control = controlParent(frame);
    const values: { readonly register: number; readonly node: number }[] = [];
    for (const phi of to.instructions) {
      if (phi.op !== 'phi') break;
      const entry = phi.incoming.find((each) => each.block.index === from);
      if (entry === undefined) throw new InternalError('a logged path takes an edge that is not there');
      const sources: number[] = [];
      addDefinitions(frame, entry.value, sources);
      const choosers =
        closed.length === 0
          ? NO_NODES
          : closed.filter((branch) => this.facts.decidesPhi(phi, this.table.nodes[branch].instruction));
      const node = this.table.add(frame, phi, sources, control, choosers, null);
      values.push({ register: phi.result.index, node });
    }
    for (const { register, node } of values) define(frame, register, node);
  }

  /** What a loop defined is from its last iteration, and the branch that left it decided which one that is. */
  private leaveLoops(frame: ActiveFrame, to: number): void {
    const { loops, innermost } = frame.code.loops;
    let loop = innermost[frame.block];
    if (loop === -1) return;
    const branch = controlParent(frame);
    if (branch < 0) return;
    for (; loop !== -1 && !loops[loop].blocks.includes(to); loop = loops[loop].parent) {
      for (const register of this.facts.loopResults(frame.code)[loop]) {
        frame.leftBy[register] = [...(frame.leftBy[register] ?? NO_NODES), branch];
      }
    }
  }

  /** The direction of the branch just executed is known now. */
  private turned(frame: ActiveFrame, to: number): void {
    const { branch } = frame;
    frame.branch = -1;
    if (branch < 0 || !this.table.nodes[branch].dependsOnInput) return;
    const { instruction } = this.table.nodes[branch];
    const edge = this.facts.edgeIndex(instruction, to);
    this.potentialWrites.turned(branch, instruction, edge, frame.accesses, (value) => this.table.mayVary(frame, value));
    if (!frame.cannotHalt && this.facts.otherSideMayHalt(instruction, edge)) this.table.halt = branch;
  }
}

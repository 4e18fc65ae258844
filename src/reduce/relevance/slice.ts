/**
 * Backward through what a path executed: from what is needed after a stride to what is needed before it (section 3.2.2 of
 * the redundant states paper, in registers and bytes).
 *
 * - A branch matters when it is relevant by itself, when something needed runs because of it, when it chose the value of
 *   a needed phi, or when another direction may write a needed byte. Then what its condition reads is needed.
 * - An instruction matters when it makes something needed; then what it reads is needed, and the branch that controls it.
 * - A write that misses everything needed may hit it with another address: then its address is needed. The paper leaves
 *   this out, but without it two states that differ in a pointer are taken for alike.
 * - An assumption restricts the inputs that go on, so it always matters; so does the choice of an object or a value for a
 *   symbolic pointer or size.
 * - The end of a path is controlled like an instruction, as long as something uncovered might lie behind it.
 *
 * The branch that controls an instance is the nearest one before it, in the same activation, on whose direction its
 * block depends; so a set of blocks per frame stands for the paper's set of dynamic branches.
 */
import { type Instruction, operandsOf, type PhiInstruction } from '../../program/instructions.ts';
import type { Value } from '../../program/values.ts';
import type { Branches } from './branches.ts';
import type { Needs } from './needs.ts';
import type { Stride, Touch } from './path-tree.ts';

export class Slicer {
  /** Strides gone through so far: what slicing costs, in a measure that is the same in every run. */
  work = 0;

  constructor(
    private readonly branches: Branches,
    /** Whether potential dependence counts; without it the result is a heuristic. */
    private readonly sound: boolean,
  ) {}

  /** The control step of a stride, given what ran next (null: nothing, the path ended in it). */
  control(needs: Needs, stride: Stride, next: Stride | null): void {
    const { depth, segment } = stride;
    const { instruction } = segment.controlSite;
    if (next === null) return;
    switch (instruction.op) {
      case 'condbr':
      case 'switch':
        this.branch(needs, depth, instruction, next.segment.block.index);
        break;
      case 'ret':
        this.returned(needs, stride, next);
        break;
      case 'call':
        this.called(needs, stride, next);
        break;
    }
  }

  private branch(needs: Needs, depth: number, branch: Instruction, target: number): void {
    const { block } = branch;
    const control = this.branches.controlOf(block.function);
    const edge = control.edgeIndex(block.index, target);
    if (edge < 0) return;
    let matters = this.branches.isRelevant(branch);
    const blocks = needs.blocks[depth];
    const halts = needs.halts[depth];
    let haltAbove = false;
    if (blocks !== undefined || halts !== undefined) {
      for (const dependent of control.dependents(edge)) {
        if (blocks?.delete(dependent)) matters = true;
        if (!halts?.delete(dependent)) continue;
        if (this.branches.leadsToUncovered(block)) matters = true;
        else haltAbove = true;
      }
    }
    for (const phi of needs.phis[depth] ?? []) {
      if (this.branches.decides(block.index, phi)) matters = true;
      if (this.branches.immediateDominator(phi.block) === block.index) needs.phis[depth].delete(phi);
    }
    if (!matters && this.sound) matters = this.branches.otherSideMayWrite(branch, edge, needs.readingInstructions());
    if (matters) this.need(needs, depth, branch);
    else if (haltAbove) needs.addHalt(depth, block.index);
  }

  /** Backward into a function through its return. */
  private returned(needs: Needs, { depth, segment, caller }: Stride, next: Stride): void {
    const { instruction } = segment.controlSite;
    const value = instruction.op === 'ret' ? instruction.value : null;
    if (caller !== null) {
      const register = caller.resultRegister;
      if (register < 0 || !needs.registers[next.depth]?.delete(register)) return;
    } else {
      // What main returned goes to exit; constructors are followed by main.
      const needsStatus = next.segment.code.function.parameters.length === 1 && needs.registers[depth]?.has(0) === true;
      const wasControlled = (needs.blocks[depth]?.size ?? 0) > 0;
      const endsControlled = (needs.halts[depth]?.size ?? 0) > 0;
      needs.forget(depth);
      if (wasControlled) needs.addBlock(depth, segment.block.index);
      if (endsControlled) needs.addHalt(depth, segment.block.index);
      if (!needsStatus) return;
    }
    if (value !== null) needValue(needs, depth, value);
    needs.addBlock(depth, segment.block.index);
  }

  /** Backward out of a function through its entry, or over a call of a function without body. */
  private called(needs: Needs, { depth, segment }: Stride, next: Stride): void {
    const call = segment.controlSite.instruction;
    if (call.op !== 'call') return;
    const inside = depth + 1;
    const entered = next.depth === inside && next.segment === next.segment.code.entry;
    let matters = call.callee.kind === 'register';
    if (!entered) {
      if (segment.resultRegister >= 0 && needs.registers[depth]?.delete(segment.resultRegister)) matters = true;
      if (matters) this.need(needs, depth, call);
      return;
    }
    const callee = next.segment.code.function;
    callee.parameters.forEach((parameter, i) => {
      const argument = call.arguments[i];
      if (needs.registers[inside]?.has(parameter.index) && argument !== undefined) needValue(needs, depth, argument);
    });
    if ((needs.blocks[inside]?.size ?? 0) > 0) {
      needs.addBlock(depth, segment.block.index);
      if (callee.type.variadic) for (const argument of call.arguments) needValue(needs, depth, argument);
    }
    if ((needs.halts[inside]?.size ?? 0) > 0) needs.addHalt(depth, segment.block.index);
    needs.forget(inside);
    if (matters) {
      needValue(needs, depth, call.callee);
      needs.addBlock(depth, segment.block.index);
    }
  }

  /** Everything in a stride but its control step; `ending` is the instruction that ended the path in it. */
  steps(needs: Needs, stride: Stride, ending: Instruction | null = null): void {
    this.work++;
    const { segment, depth, lastId, touches } = stride;
    // Most of what runs makes nothing that is needed: printing, for instance.
    if (touches.length === 0 && (needs.registers[depth]?.size ?? 0) === 0 && (needs.phis[depth]?.size ?? 0) === 0)
      return;
    const control = segment.controlSite.instruction;
    const all = segment.block.instructions;
    const first = all[0].id;
    for (let id = lastId; id >= segment.firstId; id--) {
      const instruction = all[id - first];
      if (instruction.op === 'phi') break;
      if (instruction === control && instruction !== ending) continue;
      if (instruction === ending) continue;
      this.step(needs, depth, instruction, touches);
    }
    if (segment.firstId === first) this.phis(needs, stride);
    this.argumentCopies(needs, stride);
  }

  private step(needs: Needs, depth: number, instruction: Instruction, touches: readonly Touch[]): void {
    const { result } = instruction;
    let matters = result !== null && needs.registers[depth]?.delete(result.index) === true;
    let writes = false;
    for (let i = touches.length - 1; i >= 0; i--) {
      const touch = touches[i];
      if (touch.site.instruction !== instruction || touch.site.index === touch.site.segment.steps.length) continue;
      if (touch.kind === 'write') writes = true;
      if (this.undo(needs, touch)) matters = true;
    }
    if (matters) {
      this.need(needs, depth, instruction);
      for (const touch of touches) if (touch.site.instruction === instruction) this.reads(needs, touch);
    } else if (writes && this.sound) this.address(needs, depth, instruction);
  }

  /** Takes back what a touch did; whether that was needed. */
  private undo(needs: Needs, { kind, object, offset, size }: Touch): boolean {
    switch (kind) {
      case 'write': {
        if (offset < 0) return needs.hasObject(object!.id);
        let hit = false;
        for (let at = offset; at < offset + size; at++) if (needs.deleteByte(object!.id, at)) hit = true;
        return hit;
      }
      case 'allocation': {
        if (object!.kind === 'heap') needs.allocates = true;
        const hit = needs.hasObject(object!.id);
        needs.deleteObject(object!.id);
        return hit;
      }
      case 'assume':
      case 'pointer':
      case 'concretize':
        return true;
      default:
        return false;
    }
  }

  private reads(needs: Needs, { kind, object, offset, size, site }: Touch): void {
    if (kind !== 'read') return;
    const start = Math.max(offset, 0);
    for (let at = start; at < start + size; at++) needs.addByte(object!.id, at, site.instruction);
  }

  private address(needs: Needs, depth: number, writer: Instruction): void {
    if (!this.branches.mayOverwrite(writer, needs.readingInstructions())) return;
    if (writer.op === 'store') needValue(needs, depth, writer.pointer);
    else for (const operand of operandsOf(writer)) needValue(needs, depth, operand);
  }

  /** Phis take their values at once. */
  private phis(needs: Needs, { segment, depth, from }: Stride): void {
    const needed: PhiInstruction[] = [];
    for (const phi of segment.block.instructions) {
      if (phi.op !== 'phi') break;
      needs.phis[depth]?.delete(phi);
      if (needs.registers[depth]?.delete(phi.result.index)) needed.push(phi);
    }
    for (const phi of needed) {
      for (const { block, value } of phi.incoming) if (block.index === from) needValue(needs, depth, value);
      needs.addPhi(depth, phi);
      needs.addBlock(depth, segment.block.index);
    }
  }

  /** Structs passed by value are copied while the function is entered. */
  private argumentCopies(needs: Needs, { depth, touches }: Stride): void {
    const copies = touches.filter((touch) => touch.site.index === touch.site.segment.steps.length);
    if (copies.length === 0) return;
    let matters = false;
    for (let i = copies.length - 1; i >= 0; i--) if (this.undo(needs, copies[i])) matters = true;
    if (!matters) return;
    for (const touch of copies) this.reads(needs, touch);
    this.need(needs, Math.max(depth - 1, 0), copies[0].site.instruction);
  }

  /** What an instruction reads in registers, and what controls it. */
  need(needs: Needs, depth: number, instruction: Instruction): void {
    for (const operand of operandsOf(instruction)) needValue(needs, depth, operand);
    needs.addBlock(depth, instruction.block.index);
  }

  /** The path ended at the instruction by what its operands are, not only because control came there. */
  ended(needs: Needs, depth: number, instruction: Instruction, byValue: boolean): void {
    if (!this.branches.leadsToUncovered(instruction.block)) {
      // Nothing lies behind, but something may lie beside it, behind a branch further up.
      needs.addHalt(depth, instruction.block.index);
      return;
    }
    if (byValue) this.need(needs, depth, instruction);
    else needs.addHalt(depth, instruction.block.index);
  }
}

function needValue(needs: Needs, depth: number, value: Value): void {
  if (value.kind === 'register') needs.addRegister(depth, value.index);
}

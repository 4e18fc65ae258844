/**
 * Backward through what a path executed: from what is needed after a stride to what is needed before it (section 3.2.2 of
 * the redundant states paper, in registers and bytes).
 *
 * - A branch matters when it is relevant by itself, when something needed runs because of it, when it chose the value of
 *   a needed phi, or when another direction may write a needed byte. Then what its condition reads is needed.
 * - A branch that leaves a loop matters, too, when a value of the loop is needed after it: it chose the iteration.
 * - An instruction matters when it makes something needed; then what it reads is needed, and the branch that controls it.
 * - A write that misses everything needed may hit it with another address: then its address is needed. The paper leaves
 *   this out, but without it two states that differ in a pointer are taken for alike.
 * - An assumption restricts the inputs that go on, so it always matters; so does the choice of an object or a value for a
 *   symbolic pointer or size.
 * - The end of a path is controlled like an instruction, as long as something uncovered might lie after it.
 *
 * The branch that controls an instance is the nearest one before it, in the same activation, on whose direction its
 * block depends; so a set of blocks per frame stands for the paper's set of dynamic branches.
 */
import type { Term } from '../../expr/term.ts';
import type { Segment } from '../../machine/code.ts';
import { type CallInstruction, type Instruction, operandsOf, type PhiInstruction } from '../../program/instructions.ts';
import type { ProgramFunction } from '../../program/program.ts';
import type { Operand, Register } from '../../program/values.ts';
import type { Branches } from './branches.ts';
import type { LocationConditions } from './conditions.ts';
import { depthOfLocation, type Needs, registerLocation } from './needs.ts';
import type { Stride, Touch } from './path-tree.ts';

const UNTOUCHED: readonly Touch[] = [];

export class Slicer {
  /** Strides gone through so far: what slicing costs, in a measure that is the same in every run. */
  work = 0;

  constructor(
    private readonly branches: Branches,
    /** Whether potential dependence counts; without it the result is a heuristic. */
    private readonly sound: boolean,
    /** Null: every needed value is compared, as in the paper. */
    private readonly conditions: LocationConditions | null,
  ) {}

  /**
   * The control step of a stride, given what ran next (null: nothing, the path ended in it). `both`: the path was split
   * there.
   */
  control(needs: Needs, stride: Stride, next: Stride | null, both = false): void {
    const { depth, segment } = stride;
    const { instruction } = segment.controlSite;
    if (next === null) return;
    switch (instruction.op) {
      case 'condbr':
      case 'switch':
        this.branch(needs, depth, instruction, next.segment.block.index, both);
        break;
      case 'ret':
        this.returned(needs, stride, next);
        break;
      case 'call':
        this.called(needs, stride, next);
        break;
    }
  }

  private branch(needs: Needs, depth: number, branch: Instruction, target: number, both: boolean): void {
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
    const registers = needs.registers[depth];
    if (!matters && registers !== undefined && registers.size > 0) {
      for (const register of this.branches.resultsOfLoopsLeft(branch, edge, target)) {
        if (registers.has(register)) matters = true;
      }
    }
    if (!matters && this.sound) matters = this.branches.otherSideMayWrite(branch, edge, needs.readingInstructions());
    if (matters) this.decision(needs, depth, branch, target, both);
    else if (haltAbove) needs.addHalt(depth, block.index);
  }

  /** A branch whose direction matters: it must be the same, for the same reason or for another. */
  private decision(needs: Needs, depth: number, branch: Instruction, target: number, both: boolean): void {
    const condition = both ? null : (this.conditions?.meanings.direction(depth, branch, target) ?? null);
    if (condition === null) this.need(needs, depth, branch);
    else {
      this.conditions!.add(needs, condition);
      needs.addBlock(depth, branch.block.index);
    }
  }

  /** Backward into a function through its return. */
  private returned(needs: Needs, { depth, segment, caller }: Stride, next: Stride): void {
    const { instruction } = segment.controlSite;
    const value = instruction.op === 'ret' ? instruction.value : null;
    if (caller !== null) {
      this.resultOfCall(needs, next.depth, caller.controlSite.instruction.result, depth, value, segment.block.index);
      const register = caller.resultRegister;
      if (register < 0 || !needs.registers[next.depth]?.delete(register)) return;
    } else {
      this.giveUpFrame(needs, depth);
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

  private resultOfCall(
    needs: Needs,
    depth: number,
    result: Register | null,
    inside: number,
    returned: Operand | null,
    block: number,
  ): void {
    const { conditions } = this;
    const variable = conditions === null || result === null ? null : conditions.meanings.variableOf(depth, result);
    if (conditions === null || variable === null || !needs.mentions(variable)) return;
    const meaning = returned === null ? null : conditions.meanings.operand(inside, returned);
    if (meaning === null) conditions.giveUp(needs, variable);
    else {
      conditions.replace(needs, new Map([[variable, meaning]]));
      needs.addBlock(inside, block);
    }
  }

  /** Conditions cannot follow here. */
  private giveUpFrame(needs: Needs, depth: number): void {
    if (this.conditions === null || needs.conditions.size === 0) return;
    for (const condition of [...needs.conditions]) {
      for (const variable of this.conditions.variables.of(condition)) {
        const location = this.conditions.variables.locationOf(variable);
        if (location < 0 && depthOfLocation(location) === depth) this.conditions.giveUp(needs, variable);
      }
    }
  }

  /** Backward out of a function through its entry, or over a call of a function without body. */
  private called(needs: Needs, { depth, segment }: Stride, next: Stride): void {
    const call = segment.controlSite.instruction;
    if (call.op !== 'call') return;
    const inside = depth + 1;
    const entered = next.depth === inside && next.segment === next.segment.code.entry;
    let matters = call.callee.kind === 'register';
    if (!entered) {
      const variable = call.result === null ? null : (this.conditions?.meanings.variableOf(depth, call.result) ?? null);
      if (variable !== null) this.conditions!.giveUp(needs, variable);
      if (segment.resultRegister >= 0 && needs.registers[depth]?.delete(segment.resultRegister)) matters = true;
      if (matters) this.need(needs, depth, call);
      return;
    }
    const callee = next.segment.code.function;
    if (this.conditions !== null && needs.conditions.size > 0) this.parameters(needs, depth, call, callee);
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

  private parameters(needs: Needs, depth: number, call: CallInstruction, callee: ProgramFunction): void {
    const conditions = this.conditions!;
    const map = new Map<Term, Term>();
    callee.parameters.forEach((parameter, i) => {
      const variable = conditions.meanings.variableOf(depth + 1, parameter);
      if (variable === null || !needs.mentions(variable)) return;
      const argument = call.arguments[i] === undefined ? null : conditions.meanings.operand(depth, call.arguments[i]);
      if (argument !== null && argument.width === variable.width) map.set(variable, argument);
      else conditions.giveUp(needs, variable);
    });
    conditions.replace(needs, map);
    this.giveUpFrame(needs, depth + 1);
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
    // Touches lie in the order of their instructions.
    let end = touches.length;
    for (let id = lastId; id >= segment.firstId; id--) {
      const instruction = all[id - first];
      if (instruction.op === 'phi') break;
      if (instruction === control || instruction === ending) continue;
      while (end > 0 && !isOfStep(touches[end - 1], segment, id)) end--;
      let start = end;
      while (start > 0 && touches[start - 1].site.instruction === instruction) start--;
      this.step(needs, depth, instruction, start === end ? UNTOUCHED : touches.slice(start, end));
      end = start;
    }
    if (segment.firstId === first) this.phis(needs, stride);
    if (touches.length > 0) this.argumentCopies(needs, stride);
  }

  /** One instruction, with what it touched. */
  private step(needs: Needs, depth: number, instruction: Instruction, touches: readonly Touch[]): void {
    if (this.conditions !== null && needs.conditions.size > 0) {
      this.conditions.step(needs, depth, instruction, touches);
    }
    const { result } = instruction;
    let matters = result !== null && needs.registers[depth]?.delete(result.index) === true;
    let writes = false;
    for (let i = touches.length - 1; i >= 0; i--) {
      if (touches[i].kind === 'write') writes = true;
      if (this.undo(needs, touches[i])) matters = true;
    }
    if (matters) {
      this.need(needs, depth, instruction);
      for (const touch of touches) this.reads(needs, touch);
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
      case 'initialized':
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
    const { conditions } = this;
    const needed: PhiInstruction[] = [];
    const loose: PhiInstruction[] = [];
    const map = new Map<Term, Term>();
    for (const phi of segment.block.instructions) {
      if (phi.op !== 'phi') break;
      needs.phis[depth]?.delete(phi);
      const variable = conditions === null ? null : conditions.meanings.variableOf(depth, phi.result);
      if (conditions !== null && variable !== null && needs.mentions(variable)) {
        const chosen = phi.incoming.find(({ block }) => block.index === from);
        const meaning = chosen === undefined ? null : conditions.meanings.operand(depth, chosen.value);
        if (meaning === null) conditions.giveUp(needs, variable);
        else {
          map.set(variable, meaning);
          loose.push(phi);
        }
      }
    }
    for (const phi of segment.block.instructions) {
      if (phi.op !== 'phi') break;
      const { index } = phi.result;
      if (!needs.isCompared(registerLocation(depth, index))) continue;
      needs.registers[depth].delete(index);
      needed.push(phi);
    }
    if (map.size > 0) conditions!.replace(needs, map);
    for (const phi of loose) {
      needs.addPhi(depth, phi);
      needs.addBlock(depth, segment.block.index);
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
    for (const copy of copies) this.conditions?.touched(needs, depth, copy);
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
      // Nothing lies after, but something may lie beside it, after a branch further up.
      needs.addHalt(depth, instruction.block.index);
      return;
    }
    if (byValue) this.need(needs, depth, instruction);
    else needs.addHalt(depth, instruction.block.index);
  }
}

/** Whether a touch belongs to the instruction or to an earlier one of the segment; copies of arguments do not. */
function isOfStep({ site }: Touch, segment: Segment, id: number): boolean {
  return site.segment === segment && site.index !== segment.steps.length && site.instruction.id <= id;
}

function needValue(needs: Needs, depth: number, value: Operand): void {
  if (value.kind === 'register') needs.addRegister(depth, value.index);
}

/** A copy of bytes written as loads and stores of the scalars those bytes hold. */
import { constantOffset } from '../../program/element-offset.ts';
import type { CallInstruction, Instruction } from '../../program/instructions.ts';
import { type Program, type ProgramFunction, resolveAlias } from '../../program/program.ts';
import type { Type } from '../../program/types.ts';
import type { Constant, Operand } from '../../program/values.ts';
import { constantAt } from './constant-bytes.ts';
import { newLoad, newRegister, newStore } from './rewrite.ts';
import type { Copy } from './split.ts';

export class CopyWriter {
  constructor(
    private readonly fn: ProgramFunction,
    private readonly program: Program,
  ) {}

  /** At least one end is a split local. All slots are read before the first is written, as the copy would. */
  write(copy: Copy): Instruction[] {
    const { call, length, to, from } = copy;
    const reads: Instruction[] = [];
    const writes: Instruction[] = [];
    const base = (to ?? from)!;
    for (const slot of base.local.slotsWithin(base.offset, length)) {
      const at = slot.offset - base.offset;
      let value: Operand;
      if (from !== null) value = this.load(from.local.registers.get(from.offset + at)!, slot.type, call, reads);
      else value = this.readMemory(call, at, slot.type, reads);
      const pointer =
        to !== null ? to.local.registers.get(to.offset + at)! : this.advance(call.arguments[0], at, call, writes);
      writes.push(newStore(call.block, call.position, pointer, value));
    }
    return [...reads, ...writes];
  }

  private readMemory(call: CallInstruction, offset: number, type: Type, out: Instruction[]): Operand {
    return (
      this.knownBytes(call.arguments[1], offset, type) ??
      this.load(this.advance(call.arguments[1], offset, call, out), type, call, out)
    );
  }

  private load(pointer: Operand, type: Type, call: CallInstruction, out: Instruction[]): Operand {
    const result = newRegister(this.fn, type, null, null);
    out.push(newLoad(call.block, call.position, result, pointer));
    return result;
  }

  private advance(pointer: Operand, offset: number, call: CallInstruction, out: Instruction[]): Operand {
    if (offset === 0) return pointer;
    const { types, layout } = this.program;
    const index: Constant = { kind: 'int', type: types.int(layout.pointerBits), value: BigInt(offset) };
    const result = newRegister(this.fn, pointer.type, null, null);
    const place = { id: -1, index: -1, block: call.block, position: call.position, result };
    const step = { sourceType: types.int(8), base: pointer, indices: [index], inbounds: false };
    const instruction: Instruction = { op: 'getelementptr', ...place, ...step };
    result.definition = instruction;
    out.push(instruction);
    return result;
  }

  /** The constant at a place in a read-only global, when its initialiser tells. */
  private knownBytes(pointer: Operand, offset: number, type: Type): Constant | null {
    let place: Operand = pointer;
    let at = offset;
    if (place.kind === 'expression' && place.operator === 'getelementptr') {
      const step = constantOffset(place.sourceType!, place.operands.slice(1), this.program.layout);
      if (step === null) return null;
      at += step;
      place = place.operands[0];
    }
    if (place.kind !== 'global') return null;
    const symbol = resolveAlias(place.global);
    if (symbol?.kind !== 'variable' || !symbol.constant || symbol.initializer === null) return null;
    return constantAt(symbol.initializer, at, type, this.program.layout);
  }
}

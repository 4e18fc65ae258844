/**
 * Which registers a function may still read from a point on: what compiled code has to write back when it leaves there, and all
 * that two states at one place can differ in.
 *
 * The usual backward data flow over blocks, to a fixed point; inside a block one walk from its end.
 */

import { type Instruction, operandsOf, type PhiInstruction, successorsOf } from '../program/instructions.ts';
import { type Block, type ProgramFunction, terminatorOf } from '../program/program.ts';
import { BitSet } from './bit-set.ts';

export class Liveness {
  /** Per block what is live after its phis. */
  private readonly atStart: BitSet[];

  constructor(private readonly fn: ProgramFunction) {
    this.atStart = fn.blocks.map(() => new BitSet(fn.registerCount));
    for (let changed = true; changed; ) {
      changed = false;
      for (let i = fn.blocks.length - 1; i >= 0; i--) {
        const live = this.atEnd(fn.blocks[i]);
        walkBack(fn.blocks[i], live, () => {});
        if (this.atStart[i].addAll(live)) changed = true;
      }
    }
  }

  /** Registers live at the start of a block, once its phis have their values. */
  afterPhis(block: Block): BitSet {
    return this.atStart[block.index];
  }

  /** Per instruction of the block the registers live before it; phis have none. */
  within(block: Block): Map<Instruction, readonly number[]> {
    const result = new Map<Instruction, readonly number[]>();
    walkBack(block, this.atEnd(block), (instruction, live) => result.set(instruction, live.toArray()));
    return result;
  }

  private atEnd(block: Block): BitSet {
    const live = new BitSet(this.fn.registerCount);
    for (const successor of successorsOf(terminatorOf(block))) {
      const incoming = new BitSet(this.fn.registerCount);
      incoming.addAll(this.atStart[successor.index]);
      for (const phi of phisOf(successor)) incoming.delete(phi.result.index);
      for (const phi of phisOf(successor)) {
        const from = phi.incoming.find((each) => each.block === block)?.value;
        if (from?.kind === 'register') incoming.add(from.index);
      }
      live.addAll(incoming);
    }
    return live;
  }
}

function walkBack(block: Block, live: BitSet, visit: (instruction: Instruction, live: BitSet) => void): void {
  for (let i = block.instructions.length - 1; i >= 0; i--) {
    const instruction = block.instructions[i];
    if (instruction.op === 'phi') break;
    if (instruction.result !== null) live.delete(instruction.result.index);
    for (const operand of operandsOf(instruction)) if (operand.kind === 'register') live.add(operand.index);
    visit(instruction, live);
  }
}

export function phisOf(block: Block): PhiInstruction[] {
  const result: PhiInstruction[] = [];
  for (const instruction of block.instructions) {
    if (instruction.op !== 'phi') break;
    result.push(instruction);
  }
  return result;
}

/**
 * Assigning to a bit-field reads the bytes around it, changes its bits and writes all of them back. That the other bits were
 * never set is no use of them.
 */
import type { Instruction, LoadInstruction } from '../program/instructions.ts';
import type { Operand } from '../program/values.ts';

/** Whether what is loaded goes back to where it came from, with bits cleared and others set, in the rest of its block. */
export function updatesBitField(load: LoadInstruction, block: readonly Instruction[]): boolean {
  let value: Operand = load.result;
  let cleared = false;
  for (let i = block.indexOf(load) + 1; i < block.length; i++) {
    const next = block[i];
    if (next.op === 'binary' && (next.operator === 'and' || next.operator === 'or')) {
      const other = next.left === value ? next.right : next.right === value ? next.left : null;
      if (other === null) continue;
      if (next.operator === 'and' ? other.kind !== 'int' : !cleared) continue;
      cleared = true;
      value = next.result;
    } else if (next.op === 'store' && next.value === value && next.pointer === load.pointer) return cleared;
  }
  return false;
}

/**
 * `abs` of the least number does not fit. Clang turns `abs`, `labs` and `llabs` into an intrinsic that says so in its second
 * operand, and marks it only together with sums and products, which the machine checks by itself: the check is added here.
 */
import { directCallee } from '../../analysis/call-graph.ts';
import type { CheckInstruction, Instruction } from '../../program/instructions.ts';
import type { ProgramFunction } from '../../program/program.ts';
import type { Operand } from '../../program/values.ts';

export function checkMagnitudes(fn: ProgramFunction): void {
  for (const block of fn.blocks) {
    if (!block.instructions.some((instruction) => operandOfAbs(instruction) !== null)) continue;
    block.instructions = block.instructions.flatMap((instruction) => {
      const check = checkBefore(instruction);
      return check === null ? [instruction] : [check, instruction];
    });
  }
}

function checkBefore(instruction: Instruction): CheckInstruction | null {
  const left = operandOfAbs(instruction);
  if (left?.type.kind !== 'int') return null;
  const { block, position } = instruction;
  const right: Operand = { kind: 'int', type: left.type, value: 1n << BigInt(left.type.bits - 1) };
  return {
    ...{ op: 'check', id: -1, index: -1, block, position, result: null },
    ...{ fault: 'overflow', predicate: 'ne', left, right },
  };
}

/** Null also where the least number is allowed. */
function operandOfAbs(instruction: Instruction): Operand | null {
  if (instruction.op !== 'call' || directCallee(instruction)?.name.startsWith('llvm.abs.') !== true) return null;
  const [operand, isUndefinedForLeast] = instruction.arguments;
  return isUndefinedForLeast.kind === 'int' && isUndefinedForLeast.value !== 0n ? operand : null;
}

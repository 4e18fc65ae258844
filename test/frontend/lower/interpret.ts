/** Runs the few instructions that generated test functions use, before and after lowering. */

import { constantOffset } from '../../../src/program/element-offset.ts';
import type { Instruction } from '../../../src/program/instructions.ts';
import type { DataLayout } from '../../../src/program/layout.ts';
import type { Block, ProgramFunction } from '../../../src/program/program.ts';
import type { Operand, Register } from '../../../src/program/values.ts';

/** What a run does that a user could see: values passed to calls, then how it ended. */
export function observe(
  fn: ProgramFunction,
  parameters: readonly number[],
  layout: DataLayout,
  steps: number,
): string[] {
  const registers = new Map<Register, number>();
  const memory = new Map<number, number>();
  const seen: string[] = [];
  let free = 1000;
  fn.parameters.forEach((parameter, index) => {
    registers.set(parameter, parameters[index] ?? 0);
  });
  const value = (operand: Operand): number => {
    if (operand.kind === 'register') return registers.get(operand) ?? Number.NaN;
    return operand.kind === 'int' ? Number(BigInt.asIntN(32, operand.value)) : 0;
  };
  let block: Block = fn.blocks[0];
  let previous: Block | null = null;
  for (let step = 0; step < steps; step++) {
    const phis = block.instructions.filter((instruction) => instruction.op === 'phi');
    const chosen = phis.map((phi) => value(phi.incoming.find((entry) => entry.block === previous)!.value));
    phis.forEach((phi, index) => {
      registers.set(phi.result, chosen[index]);
    });
    let next: Block | null = null;
    for (const instruction of block.instructions) {
      if (instruction.op === 'ret')
        return [...seen, `ret ${instruction.value === null ? '' : value(instruction.value)}`];
      next = execute(instruction) ?? next;
    }
    previous = block;
    block = next!;
  }
  return seen;

  function execute(instruction: Instruction): Block | null {
    switch (instruction.op) {
      case 'alloca':
        registers.set(instruction.result, free);
        free += layout.sizeOf(instruction.allocated);
        break;
      case 'load':
        registers.set(instruction.result, memory.get(value(instruction.pointer)) ?? 0);
        break;
      case 'store':
        memory.set(value(instruction.pointer), value(instruction.value));
        break;
      case 'getelementptr':
        registers.set(
          instruction.result,
          value(instruction.base) + constantOffset(instruction.sourceType, instruction.indices, layout)!,
        );
        break;
      case 'binary':
        registers.set(instruction.result, (value(instruction.left) + value(instruction.right)) | 0);
        break;
      case 'cast':
        registers.set(instruction.result, value(instruction.value));
        break;
      case 'call': {
        const [first, second, length] = instruction.arguments;
        if (length === undefined) seen.push(`see ${value(first)}`);
        else {
          const words = value(length) / 4;
          const copied = Array.from({ length: words }, (_, word) => memory.get(value(second) + 4 * word) ?? 0);
          copied.forEach((content, word) => {
            memory.set(value(first) + 4 * word, content);
          });
        }
        break;
      }
      case 'br':
        return instruction.target;
      case 'switch': {
        const tested = value(instruction.value);
        const entry = instruction.cases.find((candidate) => Number(candidate.value.value) === tested);
        return entry?.target ?? instruction.otherwise;
      }
      default:
    }
    return null;
  }
}

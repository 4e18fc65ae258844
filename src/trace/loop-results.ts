/**
 * Registers that a loop defines and code after it uses. Which of the loop's iterations such a value comes from is decided
 * by the branch that left the loop: another input may go round once more. In SSA form nothing else says so, because the
 * use refers to the register as if there were only one.
 */
import type { LoopForest } from '../analysis/loops.ts';
import { operandsOf } from '../program/instructions.ts';
import type { ProgramFunction } from '../program/program.ts';
import type { Operand } from '../program/values.ts';

/** Per loop, by index. */
export function loopResults(fn: ProgramFunction, { loops, innermost }: LoopForest): readonly (readonly number[])[] {
  const result = loops.map(() => new Set<number>());
  if (loops.length === 0) return [];
  const home = new Int32Array(fn.registerCount).fill(-1);
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      if (instruction.result !== null) home[instruction.result.index] = innermost[block.index];
    }
  }
  const use = (value: Operand, block: number) => {
    if (value.kind !== 'register') return;
    for (let loop = home[value.index]; loop !== -1; loop = loops[loop].parent) {
      if (loops[loop].blocks.includes(block)) return;
      result[loop].add(value.index);
    }
  };
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      for (const operand of operandsOf(instruction)) use(operand, block.index);
    }
  }
  return result.map((registers) => [...registers]);
}

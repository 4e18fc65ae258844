/** Which calls only print: for goals that do not look at text, they do nothing. */
import { PlainPrints } from '../../analysis/plain-print.ts';
import { operandsOf } from '../../program/instructions.ts';
import type { Program } from '../../program/program.ts';
import type { Register } from '../../program/values.ts';
import type { SilentCalls } from './log.ts';

/** Calls that print, cannot fault, and whose result is not used. */
export function silentCalls(program: Program): SilentCalls {
  const prints = new PlainPrints(program);
  const used = new Set<Register>();
  for (const { blocks } of program.functions) {
    for (const { instructions } of blocks) {
      for (const instruction of instructions) {
        for (const operand of operandsOf(instruction)) if (operand.kind === 'register') used.add(operand);
      }
    }
  }
  return { has: (call) => prints.has(call) && (call.result === null || !used.has(call.result)) };
}

/** What single instructions mean for the dependence graph. */
import { directCallee } from '../analysis/call-graph.ts';
import type { OptionalChecks } from '../analysis/halts.ts';
import { libraryRole } from '../analysis/library.ts';
import { type CallInstruction, type Instruction, operandsOf } from '../program/instructions.ts';
import type { Operand } from '../program/values.ts';
import { type ActiveFrame, addDefinitions } from './active-frame.ts';
import type { AccessEntry, LogEntry } from './log.ts';

const NO_EVENTS: readonly LogEntry[] = [];

/** Inputs are logged without a place: any call of the segment may have made them. */
export function eventsAt(events: readonly LogEntry[], instruction: Instruction): readonly LogEntry[] {
  let own: LogEntry[] | null = null;
  for (const event of events) {
    const site = event.kind === 'input' ? null : (event as AccessEntry).site;
    if (site === null ? instruction.op !== 'call' : site.instruction !== instruction) continue;
    if (own === null) own = [event];
    else own.push(event);
  }
  return own ?? NO_EVENTS;
}

/** The operands by whose values an instruction may fault. */
export function faultOperands(instruction: Instruction, checks: OptionalChecks): readonly Operand[] {
  switch (instruction.op) {
    case 'load':
    case 'store':
    case 'cmpxchg':
    case 'atomicrmw':
      return [instruction.pointer];
    case 'binary':
      return instruction.operator === 'sdiv' ||
        instruction.operator === 'srem' ||
        checks.checkOverflow ||
        checks.checkUninitialized
        ? [instruction.left, instruction.right]
        : [instruction.right];
    default:
      return operandsOf(instruction);
  }
}

export function endsProgram(instruction: Instruction): boolean {
  return instruction.op === 'call' && directCallee(instruction)?.name === '__pf_exit';
}

/** From here on the arguments beyond the parameters are in memory. */
export function startsArguments(instruction: Instruction): boolean {
  if (instruction.op !== 'call') return false;
  const callee = directCallee(instruction);
  return callee !== null && libraryRole(callee) === 'startsArguments';
}

/** Which function is called does not depend on what it is given. */
export function calleeOf(frame: ActiveFrame, { callee }: CallInstruction): number[] {
  const result: number[] = [];
  addDefinitions(frame, callee, result);
  return result;
}

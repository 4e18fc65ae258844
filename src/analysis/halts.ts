/**
 * What may end the program early: besides exits (see termination.ts), every instruction that may fault, and every loop that
 * may turn for ever, since nothing comes after it.
 *
 * A fault check is `if (bad) halt`, so whatever runs later depends on it; and if a branch's other side contains such a
 * check, what runs later depends on the branch, although this run never met the check. Without that, a reduction would
 * skip the side on which the fault is. The answer is conservative: an access is safe only when it is at a constant
 * place inside a global or a local.
 */
import { withoutConstantSteps } from '../program/element-offset.ts';
import type { Instruction } from '../program/instructions.ts';
import type { DataLayout } from '../program/layout.ts';
import type { Program, ProgramFunction } from '../program/program.ts';
import type { Operand } from '../program/values.ts';
import type { CallGraph } from './call-graph.ts';
import { EndlessLoops } from './endless-loops.ts';
import type { PlainPrints } from './plain-print.ts';
import type { Termination } from './termination.ts';

/** Checks that users ask for: each makes more instructions end the program. */
export interface OptionalChecks {
  readonly checkOverflow: boolean;
  readonly checkLeaks: boolean;
  readonly checkUninitialized: boolean;
}

export const NO_OPTIONAL_CHECKS: OptionalChecks = {
  checkOverflow: false,
  checkLeaks: false,
  checkUninitialized: false,
};

export class HaltAnalysis {
  readonly prints: PlainPrints;
  private readonly mayHaltIn: Uint8Array;
  /** By instruction id, for those asked about: 1 for no, 2 for yes. Traces ask for every instruction executed. */
  private readonly faults: Uint8Array;
  private readonly endless = new EndlessLoops();
  private readonly under = new Map<ProgramFunction, (boolean | undefined)[]>();

  constructor(
    private readonly program: Program,
    private readonly graph: CallGraph,
    private readonly termination: Termination,
    readonly checks: OptionalChecks = NO_OPTIONAL_CHECKS,
  ) {
    this.prints = termination.prints;
    this.mayHaltIn = new Uint8Array(program.functions.length);
    this.faults = new Uint8Array(program.instructionCount);
    for (const fn of program.functions) {
      const itself = fn.blocks.some((block) => block.instructions.some((each) => this.mayFault(each)));
      const turns = this.endless.blocksOf(fn).size > 0 || graph.isRecursive(fn);
      if (itself || turns || termination.mayNotReturn(fn)) this.mayHaltIn[fn.index] = 1;
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (const fn of program.functions) {
        if (this.mayHaltIn[fn.index] === 1) continue;
        const calls = graph.callsIn[fn.index].filter((call) => !this.prints.has(call));
        if (!calls.some((call) => graph.calleesAt(call).some((callee) => this.mayHaltIn[callee.index] === 1))) continue;
        this.mayHaltIn[fn.index] = 1;
        changed = true;
      }
    }
  }

  /** Whether the instruction itself may end the program. */
  mayFault(instruction: Instruction): boolean {
    const known = this.faults[instruction.id];
    if (known !== 0) return known === 2;
    const answer = mayFault(instruction, this.program.layout) || mayFailCheck(instruction, this.checks);
    this.faults[instruction.id] = answer ? 2 : 1;
    return answer;
  }

  /** Whether the instruction, or what it calls, may end the program, or goes round in a loop that may not end. */
  mayHalt(instruction: Instruction): boolean {
    if (this.mayFault(instruction) || this.endless.isTurning(instruction)) return true;
    if (instruction.op !== 'call' || this.prints.has(instruction)) return false;
    return this.graph.calleesAt(instruction).some((callee) => this.mayHaltIn[callee.index] === 1);
  }

  /** Whether the program may end because a branch edge (index in the function's control dependence) is taken. */
  mayHaltUnder(fn: ProgramFunction, edge: number): boolean {
    let known = this.under.get(fn);
    if (known === undefined) {
      known = [];
      this.under.set(fn, known);
    }
    return (known[edge] ??= this.termination
      .controlOf(fn)
      .region(edge)
      .some((block) => fn.blocks[block].instructions.some((instruction) => this.mayHalt(instruction))));
  }
}

export function mayFault(instruction: Instruction, layout: DataLayout): boolean {
  switch (instruction.op) {
    case 'binary':
      switch (instruction.operator) {
        case 'udiv':
        case 'urem':
          return !isNonZero(instruction.right);
        case 'sdiv':
        case 'srem':
          return !isNonZero(instruction.right) || isMinusOne(instruction.right);
        case 'shl':
        case 'lshr':
        case 'ashr':
          return !isSmallShift(instruction.right);
        default:
          return false;
      }
    case 'load':
      return !isInside(instruction.pointer, layout.storeSizeOf(instruction.result.type), layout, false);
    case 'store':
      return !isInside(instruction.pointer, layout.storeSizeOf(instruction.value.type), layout, true);
    case 'cast':
      return (
        (instruction.operator === 'fptosi' || instruction.operator === 'fptoui') && instruction.value.kind !== 'float'
      );
    case 'alloca':
      return instruction.count.kind !== 'int';
    case 'insertelement':
    case 'extractelement':
      return instruction.lane.kind !== 'int';
    case 'cmpxchg':
    case 'atomicrmw':
    case 'va_arg':
    case 'check':
    case 'unreachable':
    case 'refused':
      return true;
    case 'call': {
      const { callee } = instruction;
      const direct = callee.kind === 'global' && callee.global.kind === 'function' ? callee.global : null;
      // A call through a pointer may meet a bad one; what a known function does is looked up by its own body.
      return (
        direct === null ||
        (direct.blocks.length === 0 &&
          !/^llvm\.(?!mem)|^__pf_(input|output_(int|float)|is_symbolic|prefer|warning)/.test(direct.name))
      );
    }
    case 'icmp':
    case 'fcmp':
    case 'fneg':
    case 'freeze':
    case 'select':
    case 'getelementptr':
    case 'phi':
    case 'insertvalue':
    case 'extractvalue':
    case 'shufflevector':
    case 'fence':
    case 'ret':
    case 'br':
    case 'condbr':
    case 'switch':
      return false;
  }
}

/** Whether it may end the program because of a check that was asked for. */
export function mayFailCheck(instruction: Instruction, { checkOverflow, checkUninitialized }: OptionalChecks): boolean {
  if (checkOverflow && instruction.op === 'binary' && instruction.nsw) return true;
  return checkUninitialized && usesValues(instruction);
}

/** Whether it may do more with a value than pass it on: copying what is not initialised is no fault. */
function usesValues(instruction: Instruction): boolean {
  const { op } = instruction;
  return op !== 'phi' && op !== 'alloca' && op !== 'br';
}

function isNonZero(value: Operand): boolean {
  return value.kind === 'int' && value.value !== 0n;
}

function isMinusOne(value: Operand): boolean {
  return value.kind === 'int' && BigInt.asIntN(value.type.bits, value.value) === -1n;
}

function isSmallShift(value: Operand): boolean {
  return value.kind === 'int' && value.value < BigInt(value.type.bits);
}

/** Whether an access lies at a constant place inside a global or local that it may touch. */
function isInside(pointer: Operand, size: number, layout: DataLayout, writes: boolean): boolean {
  const { base, offset } = withoutConstantSteps(pointer, layout);
  if (base.kind === 'global') {
    const { global } = base;
    if (global.kind !== 'variable' || (writes && global.constant)) return false;
    return offset >= 0 && offset + size <= layout.sizeOf(global.valueType);
  }
  if (base.kind !== 'register' || base.definition?.op !== 'alloca') return false;
  const { allocated, count } = base.definition;
  if (count.kind !== 'int') return false;
  return offset >= 0 && offset + size <= layout.sizeOf(allocated) * Number(count.value);
}

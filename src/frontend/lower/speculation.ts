/**
 * Which instructions may run although the program would not have run them: those that change nothing, cannot fault, and cannot be
 * told apart from not having run. Conservative: what is not listed may not.
 *
 * A load is one of them where its address is certain to be good: at a constant place inside a global or local, or where the
 * same bytes were accessed before in the block that now runs it, with no call between that could have freed them.
 */
import { mayFailCheck, mayFault, type OptionalChecks } from '../../analysis/halts.ts';
import { withoutConstantSteps } from '../../program/element-offset.ts';
import {
  type BinaryInstruction,
  type Instruction,
  type LoadInstruction,
  operandsOf,
} from '../../program/instructions.ts';
import type { DataLayout } from '../../program/layout.ts';
import type { FloatType, Type } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import { isSameOperand } from './rewrite.ts';

/** Checks of a run: with each, more instructions may fault. */
export interface CheckedFor extends OptionalChecks {
  readonly checkUndefined: boolean;
}

/** How deep computations of addresses are compared. */
const ADDRESS_DEPTH = 5;

export class Speculation {
  constructor(
    private readonly layout: DataLayout,
    private readonly checks: CheckedFor,
  ) {}

  /** Whether `moved`, in this order, may run at the end of a block that consists of `before` so far. */
  isHarmless(moved: readonly Instruction[], before: readonly Instruction[]): boolean {
    const { checkUninitialized } = this.checks;
    const initialized = checkUninitialized ? usedValues(before) : null;
    return moved.every(
      (instruction) =>
        this.changesNothing(instruction, before) &&
        (initialized === null ||
          isCopy(instruction) ||
          operandsOf(instruction).every((operand) => isInitialized(operand, initialized))),
    );
  }

  private changesNothing(instruction: Instruction, before: readonly Instruction[]): boolean {
    if (!operandsOf(instruction).every(({ type }) => isPlainScalar(type))) return false;
    switch (instruction.op) {
      case 'icmp':
        return !this.checks.checkUndefined || instruction.left.type.kind === 'int';
      case 'binary': {
        if (!isCheap(instruction) || (this.checks.checkUndefined && instruction.operator === 'sub')) return false;
        const checks = { ...this.checks, checkUninitialized: false };
        return !mayFault(instruction, this.layout) && !mayFailCheck(instruction, checks);
      }
      case 'cast':
        return isPlainScalar(instruction.result.type) && !/fp/.test(instruction.operator);
      case 'fcmp':
      case 'fneg':
      case 'freeze':
      case 'select':
      case 'getelementptr':
        return true;
      case 'load':
        return (
          !instruction.volatile &&
          isPlainScalar(instruction.result.type) &&
          (this.isAtKnownPlace(instruction) || this.wasAccessed(instruction, before))
        );
      default:
        return false;
    }
  }

  private isAtKnownPlace(load: LoadInstruction): boolean {
    const { base } = withoutConstantSteps(load.pointer, this.layout);
    const isMissing = base.kind === 'global' && base.global.kind === 'variable' && base.global.initializer === null;
    return !isMissing && !mayFault(load, this.layout);
  }

  private wasAccessed(load: LoadInstruction, before: readonly Instruction[]): boolean {
    const size = this.layout.storeSizeOf(load.result.type);
    for (let at = before.length - 1; at >= 0; at--) {
      const earlier = before[at];
      if (earlier.op === 'call') return false;
      if (earlier.op !== 'load' && earlier.op !== 'store') continue;
      const { type } = earlier.op === 'load' ? earlier.result : earlier.value;
      if (this.layout.storeSizeOf(type) >= size && sameValue(earlier.pointer, load.pointer, ADDRESS_DEPTH)) return true;
    }
    return false;
  }
}

/** What a selection makes a term of: anything else is decided, or not modelled where it is symbolic. */
export function isPlainScalar(type: Type): boolean {
  return type.kind === 'int' || type.kind === 'pointer' || (type.kind === 'float' && isPlainFloat(type));
}

function isPlainFloat({ format }: FloatType): boolean {
  return format === 'float' || format === 'double';
}

/** A question with a division or a float in it costs more than the path that would not have computed it. */
function isCheap({ operator }: BinaryInstruction): boolean {
  return !operator.startsWith('f') && !/div|rem/.test(operator);
}

/** Registers that were computed with, which is a fault where they are not initialised. */
function usedValues(instructions: readonly Instruction[]): ReadonlySet<Operand> {
  const used = new Set<Operand>();
  for (const instruction of instructions) {
    if (computes(instruction)) for (const operand of operandsOf(instruction)) used.add(operand);
  }
  return used;
}

function isInitialized(operand: Operand, used: ReadonlySet<Operand>): boolean {
  if (operand.kind !== 'register') return operand.kind !== 'undef' && operand.kind !== 'poison';
  return used.has(operand) || (operand.definition !== null && computes(operand.definition));
}

/** Passing on what is not initialised is no fault. */
function isCopy(instruction: Instruction): boolean {
  return (
    instruction.op === 'cast' &&
    instruction.operator === 'bitcast' &&
    instruction.value.type === instruction.result.type
  );
}

/** Faults on what is not initialised, so that its operands were and its result is. */
function computes(instruction: Instruction): boolean {
  if (instruction.op === 'cast') return /^(trunc|zext|sext)$/.test(instruction.operator);
  return instruction.op === 'binary' || instruction.op === 'icmp';
}

/** Whether both are computed in the same way from the same registers. Only for code without a way back between them. */
function sameValue(one: Operand, other: Operand, depth: number): boolean {
  if (isSameOperand(one, other)) return true;
  if (depth === 0 || one.kind !== 'register' || other.kind !== 'register') return false;
  const [x, y] = [one.definition, other.definition];
  if (x === null || y === null || one.type !== other.type || !sameOperation(x, y)) return false;
  const [xs, ys] = [operandsOf(x), operandsOf(y)];
  return xs.length === ys.length && xs.every((operand, i) => sameValue(operand, ys[i], depth - 1));
}

function sameOperation(x: Instruction, y: Instruction): boolean {
  if (x.op === 'getelementptr' && y.op === 'getelementptr') return x.sourceType === y.sourceType;
  if (x.op === 'cast' && y.op === 'cast') return x.operator === y.operator;
  return x.op === 'binary' && y.op === 'binary' && x.operator === y.operator;
}

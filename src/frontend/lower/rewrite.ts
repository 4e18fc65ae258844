/** What the lowering passes share: new registers and instructions, and replacing values everywhere at once. */
import type { LocalVariable, SourcePosition } from '../../program/debug.ts';
import { type Instruction, mapOperands, type PhiInstruction } from '../../program/instructions.ts';
import type { Block, ProgramFunction } from '../../program/program.ts';
import type { Type } from '../../program/types.ts';
import type { Constant, Operand, Register } from '../../program/values.ts';

/** Registers made here have provisional numbers; `numberProgram` puts them in order. */
export function newRegister(
  fn: ProgramFunction,
  type: Type,
  variable: LocalVariable | null,
  name: string | null,
): Register {
  return { kind: 'register', type, index: fn.registerCount++, name, variable, definition: null };
}

/** A copy of a value that stands for an assignment in the source, or the same bits read as another type. */
export function newBitcast(
  block: Block,
  position: SourcePosition | null,
  result: Register,
  value: Operand,
): Instruction {
  const op = 'cast';
  const operator = 'bitcast';
  const instruction: Instruction = { op, id: -1, index: -1, block, position, result, operator, value };
  result.definition = instruction;
  return instruction;
}

export function newPhi(block: Block, result: Register): PhiInstruction {
  const phi: PhiInstruction = { op: 'phi', id: -1, index: -1, block, position: null, result, incoming: [] };
  result.definition = phi;
  return phi;
}

export function newLoad(
  block: Block,
  position: SourcePosition | null,
  result: Register,
  pointer: Operand,
): Instruction {
  const place = { id: -1, index: -1, block, position, result };
  const instruction: Instruction = { op: 'load', ...place, pointer, align: 1, volatile: false };
  result.definition = instruction;
  return instruction;
}

export function newStore(block: Block, position: SourcePosition | null, pointer: Operand, value: Operand): Instruction {
  const place = { id: -1, index: -1, block, position, result: null };
  return { op: 'store', ...place, pointer, value, align: 1, volatile: false };
}

/** Values to use instead of registers; applied to a whole function in one pass. */
export class RegisterSubstitution {
  private readonly instead: (Operand | undefined)[] = [];
  private used = false;

  replace(register: Register, value: Operand): void {
    this.instead[register.index] = value;
    this.used = true;
  }

  isReplaced(register: Register): boolean {
    return this.instead[register.index] !== undefined;
  }

  readonly resolve = (value: Operand): Operand => {
    let current = value;
    while (current.kind === 'register') {
      const next: Operand | undefined = this.instead[current.index];
      if (next === undefined) return current;
      current = next;
    }
    return current;
  };

  /** Also drops the instructions whose results were replaced. */
  apply(fn: ProgramFunction): void {
    if (!this.used) return;
    for (const block of fn.blocks) {
      let dropped = false;
      for (const instruction of block.instructions) {
        if (instruction.result !== null && this.isReplaced(instruction.result)) dropped = true;
        else mapOperands(instruction, this.resolve);
      }
      if (dropped) {
        block.instructions = block.instructions.filter(
          ({ result }) => result === null || this.instead[result.index] === undefined,
        );
      }
    }
  }
}

export function isSameOperand(left: Operand, right: Operand): boolean {
  if (left === right) return true;
  if (left.kind === 'register' || right.kind === 'register') return false;
  return left.kind === right.kind && left.type === right.type && samePlainConstant(left, right);
}

function samePlainConstant(left: Constant, right: Constant): boolean {
  switch (left.kind) {
    case 'int':
      return left.value === (right as typeof left).value;
    case 'float':
      return left.bits === (right as typeof left).bits;
    case 'global':
      return left.global === (right as typeof left).global;
    case 'null':
    case 'undef':
    case 'poison':
    case 'zero':
      return true;
    default:
      return false;
  }
}

/**
 * How compiled code keeps a register in JavaScript variables, as long as it is concrete:
 *
 * - `int`: an integer of at most 32 bits, as a number: signed for 32 bits (so that V8 keeps it in a machine register without
 *   boxing), unsigned below;
 * - `float`: a float or double, as a number;
 * - `address`: a pointer, or an integer that may be one, as two variables: the object (null for a plain integer) and the offset
 *   in it (or the integer, unsigned);
 * - `value`: anything else, as the machine has it.
 *
 * The object of a pointer computed from another is that of the other. So pointers fall into families with one variable for
 * the object, and with one for what memory has there: the lookup of an array is done once, not once per element.
 */
import { InternalError } from '../../program/errors.ts';
import type { CastInstruction, Instruction } from '../../program/instructions.ts';
import { operandsOf } from '../../program/instructions.ts';
import type { ProgramFunction } from '../../program/program.ts';
import type { Type } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import type { Machine } from '../machine.ts';
import { isPlainFloat } from '../semantics/coerce.ts';
import { type MemoryObject, Pointer, type Value } from '../value.ts';

export type Shape = 'int' | 'float' | 'address' | 'value';

/** What tells families of pointers apart: the register where the object comes from, or the object; null for an integer. */
export type Family = number | MemoryObject | null;

export class RegisterShapes {
  private readonly shapes: Shape[];
  private readonly families: (Family | undefined)[];
  private readonly pointerBits: number;

  constructor(
    private readonly machine: Machine,
    private readonly fn: ProgramFunction,
  ) {
    this.pointerBits = machine.program.layout.pointerBits;
    this.shapes = new Array(fn.registerCount).fill('value');
    this.families = new Array(fn.registerCount).fill(undefined);
    fn.parameters.forEach((parameter) => {
      this.shapes[parameter.index] = this.ofType(parameter.type);
      this.families[parameter.index] = parameter.index;
    });
    this.findShapes();
    this.findFamilies();
  }

  of(operand: Operand): Shape {
    if (operand.kind === 'register') return this.shapes[operand.index];
    const shape = this.ofType(operand.type);
    if (shape === 'value' || shape === 'address') {
      const value = this.constant(operand);
      if (value instanceof Pointer) return typeof value.offset === 'number' ? 'address' : 'value';
      return shape === 'address' && typeof value !== 'number' ? 'value' : shape;
    }
    return typeof this.constant(operand) === 'number'
      ? shape
      : this.constant(operand) instanceof Pointer
        ? 'address'
        : 'value';
  }

  ofRegister(index: number): Shape {
    return this.shapes[index];
  }

  /** The family of something of shape `address`. */
  familyOf(operand: Operand): Family {
    if (operand.kind === 'register') return this.families[operand.index] as Family;
    const value = this.constant(operand);
    return value instanceof Pointer ? value.object : null;
  }

  constant(operand: Exclude<Operand, { kind: 'register' }>): Value {
    return this.machine.image.constants.value(operand);
  }

  private ofType(type: Type): Shape {
    if (type.kind === 'int') return type.bits <= 32 ? 'int' : 'value';
    if (type.kind === 'float') return isPlainFloat(type.format) ? 'float' : 'value';
    return type.kind === 'pointer' ? 'address' : 'value';
  }

  private findShapes(): void {
    const all = this.fn.blocks.flatMap((block) => block.instructions);
    for (const { result } of all) if (result !== null) this.shapes[result.index] = this.ofType(result.type);
    for (let changed = true; changed; ) {
      changed = false;
      for (const instruction of all) {
        const { result } = instruction;
        if (result === null || this.shapes[result.index] === 'address' || !this.mayBeAddress(instruction)) continue;
        this.shapes[result.index] = 'address';
        changed = true;
      }
    }
  }

  /** An integer as wide as a pointer that was one. */
  private mayBeAddress(instruction: Instruction): boolean {
    const type = instruction.result!.type;
    if (type.kind !== 'int' || type.bits !== this.pointerBits) return false;
    const isAddress = (operand: Operand) => this.of(operand) === 'address';
    switch (instruction.op) {
      case 'cast':
        return (
          instruction.operator === 'ptrtoint' || (instruction.operator === 'bitcast' && isAddress(instruction.value))
        );
      case 'phi':
        return operandsOf(instruction).some(isAddress);
      case 'select':
        return isAddress(instruction.ifTrue) || isAddress(instruction.ifFalse);
      case 'freeze':
        return isAddress(instruction.value);
      case 'binary':
        if (instruction.operator === 'add') return isAddress(instruction.left) !== isAddress(instruction.right);
        return instruction.operator === 'sub' && isAddress(instruction.left) && !isAddress(instruction.right);
      default:
        return false;
    }
  }

  /** Optimistic: a phi has the family of its operands until one differs; then it begins its own. */
  private findFamilies(): void {
    const all = this.fn.blocks.flatMap((block) => block.instructions);
    const ownFamily = new Set<number>();
    for (let changed = true; changed; ) {
      changed = false;
      for (const instruction of all) {
        const index = instruction.result?.index;
        if (index === undefined || this.shapes[index] !== 'address' || ownFamily.has(index)) continue;
        const before = this.families[index];
        let family = this.familyFrom(instruction, index);
        if (family === undefined || family === before) continue;
        if (instruction.op === 'phi' && before !== undefined) family = index;
        if (instruction.op === 'phi' && family === index) ownFamily.add(index);
        this.families[index] = family;
        changed = true;
      }
    }
  }

  private familyFrom(instruction: Instruction, index: number): Family | undefined {
    switch (instruction.op) {
      case 'getelementptr':
        return this.known(instruction.base);
      case 'cast':
        return keepsAddress(instruction) && this.of(instruction.value) !== 'value'
          ? this.known(instruction.value)
          : index;
      case 'freeze':
        return this.known(instruction.value);
      case 'binary':
        return this.known(this.of(instruction.left) === 'address' ? instruction.left : instruction.right);
      case 'phi': {
        const families = new Set(operandsOf(instruction).map((operand) => this.known(operand)));
        families.delete(undefined);
        if (families.size === 0) return undefined;
        return families.size === 1 ? [...families][0] : index;
      }
      default:
        return index;
    }
  }

  private known(operand: Operand): Family | undefined {
    if (operand.kind === 'register')
      return this.shapes[operand.index] === 'address' ? this.families[operand.index] : null;
    return this.familyOf(operand);
  }
}

/** A cast that changes nothing of a pointer. */
export function keepsAddress({ operator, value, result }: CastInstruction): boolean {
  if (operator === 'ptrtoint' || operator === 'inttoptr') return true;
  return operator === 'bitcast' && value.type === result.type;
}

/** Thrown where a region has something that no shape fits; it is then left to the closures. */
export class CannotCompile extends InternalError {}

export function bitsOf(operand: Operand): number {
  return operand.type.kind === 'int' ? operand.type.bits : 32;
}

/**
 * What the rest of a path needs: the relevant locations, and what is still looking for the branch that controls it.
 * Depths are those of frames; locations in memory are (object, byte). Most locations are compared; a *loose* one is only
 * mentioned by conditions (conditions.ts).
 */
import type { Term } from '../../expr/term.ts';
import { InternalError } from '../../program/errors.ts';
import type { Instruction, PhiInstruction } from '../../program/instructions.ts';

const BYTES_PER_OBJECT = 2 ** 24;

export const byteKey = (object: number, offset: number): number => object * BYTES_PER_OBJECT + offset;
export const objectOfKey = (key: number): number => Math.floor(key / BYTES_PER_OBJECT);
export const offsetOfKey = (key: number): number => key % BYTES_PER_OBJECT;

/** A register is a negative number, a byte its key. */
export type LocationKey = number;

const REGISTERS_PER_FRAME = 2 ** 24;
export const registerLocation = (depth: number, register: number): LocationKey =>
  -(depth * REGISTERS_PER_FRAME + register + 1);
export const depthOfLocation = (location: LocationKey): number => Math.floor((-location - 1) / REGISTERS_PER_FRAME);
export const registerOfLocation = (location: LocationKey): number => (-location - 1) % REGISTERS_PER_FRAME;

export class Needs {
  /** Something below was not explored to its end: nothing can be concluded. */
  unknown = false;
  /** Heap blocks are made below: where they lie depends on those made before. */
  allocates = false;
  readonly registers: Set<number>[] = [];
  /** Relevant bytes, each with an instruction that reads it: what may write it is asked of the instruction. */
  readonly bytes = new Map<number, Instruction>();
  private readonly readers = new Map<Instruction, number>();
  /** Objects with relevant bytes, and how many. */
  private readonly objects = new Map<number, number>();
  /** Blocks with relevant instances that have not met the branch that controls them. */
  readonly blocks: Set<number>[] = [];
  /** The same for ends of paths, which matter only where they keep something uncovered from being reached. */
  readonly halts: Set<number>[] = [];
  /** Phis that have not met the branches that chose among their values. */
  readonly phis: Set<PhiInstruction>[] = [];

  readonly conditions = new Set<Term>();
  readonly loose = new Set<LocationKey>();
  /** Variables in conditions, and in how many. */
  private readonly mentioned = new Map<Term, number>();

  addRegister(depth: number, register: number): void {
    at(this.registers, depth).add(register);
    if (this.loose.size > 0) this.loose.delete(registerLocation(depth, register));
  }

  isCompared(location: LocationKey): boolean {
    return this.has(location) && !this.loose.has(location);
  }

  private has(location: LocationKey): boolean {
    if (location >= 0) return this.bytes.has(location);
    return this.registers[depthOfLocation(location)]?.has(registerOfLocation(location)) === true;
  }

  /** Makes it a compared location; `reader` is asked for where a byte is new. */
  compare(location: LocationKey, reader: Instruction | null): void {
    if (!this.has(location)) this.enter(location, reader);
    this.loose.delete(location);
  }

  mention(variable: Term, location: LocationKey, reader: Instruction | null): void {
    this.mentioned.set(variable, (this.mentioned.get(variable) ?? 0) + 1);
    if (this.has(location)) return;
    this.enter(location, reader);
    this.loose.add(location);
  }

  mentionLess(variable: Term, location: LocationKey): void {
    decrease(this.mentioned, variable);
    if (this.mentioned.has(variable) || !this.loose.delete(location)) return;
    if (location >= 0) this.deleteByte(objectOfKey(location), offsetOfKey(location));
    else this.registers[depthOfLocation(location)].delete(registerOfLocation(location));
  }

  mentions(variable: Term): boolean {
    return this.mentioned.has(variable);
  }

  looseBytesOf(object: number): LocationKey[] {
    return [...this.loose].filter((location) => location >= 0 && objectOfKey(location) === object);
  }

  private enter(location: LocationKey, reader: Instruction | null): void {
    if (location < 0) at(this.registers, depthOfLocation(location)).add(registerOfLocation(location));
    else if (reader === null) throw new InternalError('a byte is needed that no instruction reads');
    else this.putByte(location, objectOfKey(location), reader);
  }

  addByte(object: number, offset: number, reader: Instruction): void {
    const key = byteKey(object, offset);
    if (this.bytes.has(key)) {
      if (this.loose.size > 0) this.loose.delete(key);
    } else this.putByte(key, object, reader);
  }

  private putByte(key: LocationKey, object: number, reader: Instruction): void {
    this.bytes.set(key, reader);
    this.readers.set(reader, (this.readers.get(reader) ?? 0) + 1);
    this.objects.set(object, (this.objects.get(object) ?? 0) + 1);
  }

  /** Whether it was there. */
  deleteByte(object: number, offset: number): boolean {
    const key = byteKey(object, offset);
    const reader = this.bytes.get(key);
    if (reader === undefined) return false;
    this.bytes.delete(key);
    decrease(this.readers, reader);
    decrease(this.objects, object);
    return true;
  }

  hasObject(object: number): boolean {
    return this.objects.has(object);
  }

  deleteObject(object: number): void {
    if (!this.objects.has(object)) return;
    for (const key of [...this.bytes.keys()])
      if (objectOfKey(key) === object) this.deleteByte(object, offsetOfKey(key));
  }

  readingInstructions(): Iterable<Instruction> {
    return this.readers.keys();
  }

  addBlock(depth: number, block: number): void {
    at(this.blocks, depth).add(block);
  }

  addHalt(depth: number, block: number): void {
    at(this.halts, depth).add(block);
  }

  addPhi(depth: number, phi: PhiInstruction): void {
    at(this.phis, depth).add(phi);
  }

  /** The frame at this depth is left (backward: it has not been entered yet). No condition may mention it. */
  forget(depth: number): void {
    this.registers[depth]?.clear();
    this.blocks[depth]?.clear();
    this.halts[depth]?.clear();
    this.phis[depth]?.clear();
  }

  /** Everything but conditions, and what only they mention. */
  addAll(other: Needs): void {
    if (other.unknown) this.unknown = true;
    if (other.allocates) this.allocates = true;
    joinAll(this.blocks, other.blocks);
    joinAll(this.halts, other.halts);
    joinAll(this.phis, other.phis);
    const { loose } = other;
    other.registers.forEach((registers, depth) => {
      for (const register of registers) {
        if (loose.size === 0 || !loose.has(registerLocation(depth, register))) this.addRegister(depth, register);
      }
    });
    for (const [key, reader] of other.bytes) {
      if (loose.size === 0 || !loose.has(key)) this.addByte(objectOfKey(key), offsetOfKey(key), reader);
    }
  }

  copy(): Needs {
    const result = new Needs();
    result.unknown = this.unknown;
    result.allocates = this.allocates;
    joinAll(result.blocks, this.blocks);
    joinAll(result.halts, this.halts);
    joinAll(result.phis, this.phis);
    joinAll(result.registers, this.registers);
    for (const [key, reader] of this.bytes) result.bytes.set(key, reader);
    for (const [reader, count] of this.readers) result.readers.set(reader, count);
    for (const [object, count] of this.objects) result.objects.set(object, count);
    for (const condition of this.conditions) result.conditions.add(condition);
    for (const location of this.loose) result.loose.add(location);
    for (const [variable, count] of this.mentioned) result.mentioned.set(variable, count);
    return result;
  }
}

function at<T>(sets: Set<T>[], depth: number): Set<T> {
  while (sets.length <= depth) sets.push(new Set());
  return sets[depth];
}

function joinAll<T>(into: Set<T>[], from: readonly Set<T>[]): void {
  from.forEach((set, depth) => {
    if (set.size === 0) return;
    const target = at(into, depth);
    for (const each of set) target.add(each);
  });
}

function decrease<T>(counts: Map<T, number>, key: T): void {
  const count = counts.get(key)! - 1;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

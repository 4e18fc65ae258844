/**
 * What the rest of a path needs: the relevant locations, and what is still looking for the branch that controls it.
 * Depths are those of frames; locations in memory are (object, byte).
 */
import type { Instruction, PhiInstruction } from '../../program/instructions.ts';

const OBJECT_STEP = 2 ** 24;

export const byteKey = (object: number, offset: number): number => object * OBJECT_STEP + offset;
export const objectOfKey = (key: number): number => Math.floor(key / OBJECT_STEP);
export const offsetOfKey = (key: number): number => key % OBJECT_STEP;

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

  addRegister(depth: number, register: number): void {
    at(this.registers, depth).add(register);
  }

  addByte(object: number, offset: number, reader: Instruction): void {
    const key = byteKey(object, offset);
    if (this.bytes.has(key)) return;
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

  /** The frame at this depth is left (backward: it has not been entered yet). */
  forget(depth: number): void {
    this.registers[depth]?.clear();
    this.blocks[depth]?.clear();
    this.halts[depth]?.clear();
    this.phis[depth]?.clear();
  }

  addAll(other: Needs): void {
    if (other.unknown) this.unknown = true;
    if (other.allocates) this.allocates = true;
    joinAll(this.registers, other.registers);
    joinAll(this.blocks, other.blocks);
    joinAll(this.halts, other.halts);
    joinAll(this.phis, other.phis);
    for (const [key, reader] of other.bytes) this.addByte(objectOfKey(key), offsetOfKey(key), reader);
  }

  copy(): Needs {
    const result = new Needs();
    result.addAll(this);
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

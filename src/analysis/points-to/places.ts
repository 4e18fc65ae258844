/**
 * Abstract memory: objects, and places inside them.
 *
 * A place is (object, offset, stride): stride 0 stands for exactly that offset, stride s > 0 for every offset that
 * leaves the remainder `offset` when divided by s. So `p->next` is told from `p->key`, also in an array of structs indexed
 * by a variable, and (0, 1) is "anywhere in the object". Places never claim that an index stays inside an array that
 * is part of a larger object, because the machine only checks the bounds of the whole object.
 */
import type { AllocaInstruction, CallInstruction } from '../../program/instructions.ts';
import type { GlobalVariable, ProgramFunction } from '../../program/program.ts';

export type AbstractObjectKind =
  | 'global'
  | 'function'
  | 'stack'
  | 'heap'
  /** Variable arguments of a function. */
  | 'arguments'
  /** What the entry function's parameters point to (argv and friends). */
  | 'environment'
  /** Memory that the program did not allocate. */
  | 'unknown';

export type AllocationSite = GlobalVariable | ProgramFunction | AllocaInstruction | CallInstruction | null;

export interface AbstractObject {
  readonly index: number;
  readonly kind: AbstractObjectKind;
  readonly site: AllocationSite;
  /** For heap and stack objects of functions analysed once per call: the calls it was made under, innermost first. */
  readonly calls: readonly CallInstruction[];
  /** Bytes; infinite when not known. */
  readonly size: number;
}

export interface ObjectPlace {
  readonly index: number;
  readonly object: AbstractObject;
  readonly offset: number;
  readonly stride: number;
}

/** Of objects and accesses whose size is not known. */
export const ANY_SIZE = Number.POSITIVE_INFINITY;
/** More distinct offsets than this in one object are folded by remainder. */
const MOST_PLACES = 48;
/**
 * In a large program where everything may point to everything, offsets multiply sets without telling much apart: beyond
 * this many places, a new offset is "anywhere in the object". (Lua's 39,000 instructions took minutes without.)
 */
const PLACE_BUDGET = 3000;
const STRIDE_RANGE = 2 ** 20;

export class PlaceTable {
  readonly places: ObjectPlace[] = [];
  readonly objects: AbstractObject[] = [];
  private readonly perObject: Map<number, number>[] = [];

  addObject(
    kind: AbstractObjectKind,
    site: AllocationSite,
    size: number,
    calls: readonly CallInstruction[] = [],
  ): AbstractObject {
    const object: AbstractObject = { index: this.objects.length, kind, site, calls, size };
    this.objects.push(object);
    this.perObject.push(new Map());
    return object;
  }

  start(object: AbstractObject): number {
    return this.place(object, 0, 0);
  }

  anywhere(object: AbstractObject): number {
    return this.place(object, 0, 1);
  }

  /** A place `constant` bytes and any multiple of `stride` bytes away (stride 0: exactly). */
  shifted(index: number, constant: number, stride: number): number {
    const { object, offset, stride: old } = this.places[index];
    const step = greatestCommonDivisor(old, stride);
    if (step > 0) return this.place(object, modulo(offset + constant, step), step);
    if (constant === 0) return index;
    const target = offset + constant;
    const known = this.perObject[object.index].get(keyOf(target, 0));
    if (known !== undefined) return known;
    const inside = target >= 0 && target <= object.size;
    if (inside && this.perObject[object.index].size < MOST_PLACES) return this.place(object, target, 0);
    const fold = Math.abs(constant);
    return this.place(object, modulo(target, fold), fold);
  }

  private place(object: AbstractObject, offset: number, stride: number): number {
    const known = this.perObject[object.index];
    if (stride > 1 && (stride >= STRIDE_RANGE || known.size >= 2 * MOST_PLACES)) return this.place(object, 0, 1);
    const key = keyOf(offset, stride);
    let index = known.get(key);
    if (index === undefined) {
      const isBasic = offset === 0 && stride <= 1;
      if (this.places.length >= PLACE_BUDGET && !isBasic) return this.place(object, 0, 1);
      index = this.places.length;
      this.places.push({ index, object, offset, stride });
      known.set(key, index);
    }
    return index;
  }
}

function keyOf(offset: number, stride: number): number {
  return offset * STRIDE_RANGE + stride;
}

export function greatestCommonDivisor(left: number, right: number): number {
  let [a, b] = [left, right];
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

export function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/** Whether accesses of these sizes at two places of one object can touch a common byte. */
export function overlap(
  left: Pick<ObjectPlace, 'offset' | 'stride'>,
  leftSize: number,
  right: Pick<ObjectPlace, 'offset' | 'stride'>,
  rightSize: number,
): boolean {
  const step = greatestCommonDivisor(left.stride, right.stride);
  if (step === 0) return left.offset < right.offset + rightSize && right.offset < left.offset + leftSize;
  const distance = modulo(right.offset - left.offset, step);
  return distance < leftSize || step - distance < rightSize;
}

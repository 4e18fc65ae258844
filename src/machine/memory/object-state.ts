/**
 * The contents of one memory object on one path.
 *
 * Most bytes of most objects are concrete, so they live in a byte array. What is not concrete lies over it as *cells*:
 * a cell is a value (a term, or a whole pointer) that was stored over `size` bytes, kept whole so that loading it back
 * with the same size costs nothing. `marks[offset]` tells what is at an offset: 0 concrete, 1..MAX_CELL the distance to
 * the start of its cell plus one, IN_ARRAY that the byte is in `array`.
 *
 * A store at a symbolic index can hit any byte, so it turns the whole object into an array term; later stores at
 * concrete indices lie over the array again, and are folded into it when the next symbolic index comes.
 *
 * States share object states until one writes (copy on write, by `owner`).
 */

import { Kind } from '../../expr/kinds.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { InternalError } from '../../program/errors.ts';
import type { MemoryObject, Pointer } from '../value.ts';
import type { WrittenBytes } from './written.ts';

const MAX_CELL = 64;
const IN_ARRAY = 255;

interface Cell {
  readonly value: Term | Pointer;
  readonly size: number;
}

/** Turns a pointer into the integer a program would see; needs the whole memory, so the memory passes itself in. */
export interface AddressSpace {
  readonly terms: Terms;
  readonly pointerBytes: number;
  addressTerm(pointer: Pointer): Term;
  /** The address when the offset is concrete. */
  address(pointer: Pointer): Scalar | Term;
}

export class ObjectState {
  marks: Uint8Array | null = null;
  cells: Map<number, Cell> | null = null;
  array: Term | null = null;
  /** The whole contents as an array term, while nothing was written since it was computed. */
  snapshot: Term | null = null;
  /** Only kept when uninitialised reads are checked; null where all bytes count as written. */
  written: WrittenBytes | null = null;
  alive = true;
  /** Pointers that became part of the array term: no longer whole, but not lost either. */
  hidden: readonly Pointer[] | null = null;

  constructor(
    readonly object: MemoryObject,
    public owner: object,
    readonly size: number,
    readonly base: number,
    public bytes: Uint8Array,
    readonly writable: boolean,
  ) {}

  copy(owner: object): ObjectState {
    const copy = new ObjectState(this.object, owner, this.size, this.base, this.bytes.slice(), this.writable);
    copy.marks = this.marks === null ? null : this.marks.slice();
    copy.cells = this.cells === null ? null : new Map(this.cells);
    copy.array = this.array;
    copy.snapshot = this.snapshot;
    copy.written = this.written === null ? null : this.written.copy();
    copy.alive = this.alive;
    copy.hidden = this.hidden;
    return copy;
  }

  /** Whether `size` bytes from `offset` are all plain bytes. Hot: called by every load. */
  isConcrete(offset: number, size: number): boolean {
    const marks = this.marks;
    if (marks === null) return true;
    for (let i = 0; i < size; i++) if (marks[offset + i] !== 0) return false;
    return true;
  }

  /** An integer or pointer of `size` bytes; concrete values come back as scalars. */
  read(offset: number, size: number, space: AddressSpace): Scalar | Term | Pointer {
    if (this.isConcrete(offset, size)) return this.readConcrete(offset, size);
    const cell = this.marks![offset] === 1 ? this.cells!.get(offset)! : null;
    if (cell !== null && cell.size === size) return cell.value;
    const terms = space.terms;
    let result = this.byteTerm(offset, space);
    for (let i = 1; i < size; i++) result = terms.concat(this.byteTerm(offset + i, space), result);
    return result.kind === Kind.constant ? result.value : result;
  }

  /** What was stored there with that size as a whole, and is no plain number; undefined where there is no such thing. */
  wholeAt(offset: number, size: number): Term | Pointer | undefined {
    if (this.marks![offset] !== 1) return undefined;
    const cell = this.cells!.get(offset)!;
    return cell.size === size ? cell.value : undefined;
  }

  readConcrete(offset: number, size: number): Scalar {
    const bytes = this.bytes;
    switch (size) {
      case 1:
        return bytes[offset];
      case 2:
        return bytes[offset] | (bytes[offset + 1] << 8);
      case 4:
        return (bytes[offset] | (bytes[offset + 1] << 8) | (bytes[offset + 2] << 16) | (bytes[offset + 3] << 24)) >>> 0;
      default:
        return readWide(bytes, offset, size);
    }
  }

  /** The byte at `offset`: a number or a term. */
  readByte(offset: number, space: AddressSpace): number | Term {
    if (this.marks === null || this.marks[offset] === 0) return this.bytes[offset];
    const term = this.byteTerm(offset, space);
    return term.kind === Kind.constant ? (term.value as number) : term;
  }

  private byteTerm(offset: number, space: AddressSpace): Term {
    const mark = this.marks === null ? 0 : this.marks[offset];
    const terms = space.terms;
    if (mark === 0) return terms.constant(8, this.bytes[offset]);
    if (mark === IN_ARRAY) return terms.read(this.array!, terms.constant(32, offset));
    const cell = this.cells!.get(offset - (mark - 1))!;
    const whole = cell.value instanceof Term ? cell.value : space.addressTerm(cell.value);
    return terms.extract(whole, 8 * (mark - 1), 8);
  }

  /** The caller owns this object state and has checked the bounds. */
  write(offset: number, size: number, value: Scalar | Term | Pointer, space: AddressSpace): void {
    this.snapshot = null;
    if (this.written !== null) this.written.set(offset, size, true);
    if (typeof value === 'number' || typeof value === 'bigint') {
      if (this.marks !== null) this.clear(offset, size, space);
      this.writeConcrete(offset, size, value);
      return;
    }
    if (size > MAX_CELL) throw new InternalError(`a symbolic value of ${size} bytes is stored whole`);
    this.marks ??= new Uint8Array(this.size);
    this.cells ??= new Map();
    this.clear(offset, size, space);
    this.cells.set(offset, { value, size });
    for (let i = 0; i < size; i++) this.marks[offset + i] = i + 1;
  }

  /** Many plain bytes at once. */
  writePlain(offset: number, bytes: Uint8Array, space: AddressSpace): void {
    this.snapshot = null;
    this.written?.set(offset, bytes.length, true);
    if (this.marks !== null) this.clear(offset, bytes.length, space);
    this.bytes.set(bytes, offset);
  }

  private writeConcrete(offset: number, size: number, value: Scalar): void {
    const bytes = this.bytes;
    if (typeof value === 'number' && size <= 4) {
      bytes[offset] = value;
      if (size === 1) return;
      bytes[offset + 1] = value >>> 8;
      if (size === 2) return;
      bytes[offset + 2] = value >>> 16;
      if (size === 3) return;
      bytes[offset + 3] = value >>> 24;
      return;
    }
    let rest = BigInt(value);
    for (let i = 0; i < size; i++) {
      bytes[offset + i] = Number(rest & 255n);
      rest >>= 8n;
    }
  }

  /** Makes the bytes plain; cells that reach beyond the range keep their other bytes as byte cells. */
  private clear(offset: number, size: number, space: AddressSpace): void {
    const marks = this.marks!;
    const end = offset + size;
    for (let at = offset; at < end; at++) {
      const mark = marks[at];
      if (mark === 0) continue;
      if (mark === IN_ARRAY) {
        marks[at] = 0;
        continue;
      }
      const start = at - (mark - 1);
      const cell = this.cells!.get(start)!;
      const cellEnd = start + cell.size;
      if (start < offset || cellEnd > end) this.splitCell(start, cell, space);
      else {
        this.cells!.delete(start);
        marks.fill(0, start, cellEnd);
        at = cellEnd - 1;
        continue;
      }
      this.cells!.delete(at);
      marks[at] = 0;
    }
  }

  private splitCell(start: number, cell: Cell, space: AddressSpace): void {
    const whole = cell.value instanceof Term ? cell.value : space.addressTerm(cell.value);
    this.cells!.delete(start);
    for (let i = 0; i < cell.size; i++) {
      const byte = space.terms.extract(whole, 8 * i, 8);
      if (byte.kind === Kind.constant) {
        this.bytes[start + i] = byte.value as number;
        this.marks![start + i] = 0;
      } else {
        this.cells!.set(start + i, { value: byte, size: 1 });
        this.marks![start + i] = 1;
      }
    }
  }

  /** The contents as an array term, for a read at a symbolic index. */
  asArray(space: AddressSpace): Term {
    if (this.snapshot !== null) return this.snapshot;
    const terms = space.terms;
    let result: Term;
    if (this.array === null) {
      result = terms.table(this.bytes.slice());
      if (this.marks !== null) {
        for (let at = 0; at < this.size; at++) {
          if (this.marks[at] !== 0) result = terms.store(result, terms.constant(32, at), this.byteTerm(at, space));
        }
      }
    } else {
      result = this.array;
      for (let at = 0; at < this.size; at++) {
        if (this.marks![at] !== IN_ARRAY) {
          result = terms.store(result, terms.constant(32, at), this.byteTerm(at, space));
        }
      }
    }
    this.snapshot = result;
    return result;
  }

  /** Replaces all contents by an array term. */
  setArray(array: Term): void {
    for (const { value } of this.cells?.values() ?? []) if (!(value instanceof Term)) this.hide(value);
    this.array = array;
    this.snapshot = array;
    this.cells = null;
    this.marks ??= new Uint8Array(this.size);
    this.marks.fill(IN_ARRAY);
  }

  /** Remembers a pointer that is stored as part of a term. */
  hide(pointer: Pointer): void {
    this.hidden = this.hidden === null ? [pointer] : [...this.hidden, pointer];
  }

  /** A store of `size` bytes at a symbolic 32-bit index, already known to be in bounds. */
  writeAt(index: Term, size: number, value: Term, space: AddressSpace): void {
    const terms = space.terms;
    let array = this.asArray(space);
    for (let i = 0; i < size; i++) {
      array = terms.store(array, terms.add(index, terms.constant(32, i)), terms.extract(value, 8 * i, 8));
    }
    this.written?.setAt(index, size, true, terms);
    this.setArray(array);
  }

  readAt(index: Term, size: number, space: AddressSpace): Scalar | Term {
    const terms = space.terms;
    const array = this.asArray(space);
    let result = terms.read(array, index);
    for (let i = 1; i < size; i++) {
      result = terms.concat(terms.read(array, terms.add(index, terms.constant(32, i))), result);
    }
    return result.kind === Kind.constant ? result.value : result;
  }

  /** The pointer stored whole at `offset`, if any: copying memory keeps it a pointer. */
  cellAt(offset: number): Cell | null {
    return this.marks !== null && this.marks[offset] === 1 ? this.cells!.get(offset)! : null;
  }
}

function readWide(bytes: Uint8Array, offset: number, size: number): Scalar {
  let high = 0;
  for (let i = size - 1; i >= 6; i--) if (bytes[offset + i] !== 0) return readBig(bytes, offset, size);
  for (let i = Math.min(size, 6) - 1; i >= 0; i--) high = high * 256 + bytes[offset + i];
  return high;
}

function readBig(bytes: Uint8Array, offset: number, size: number): Scalar {
  let value = 0n;
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[offset + i]);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

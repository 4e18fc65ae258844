/**
 * Loads and stores of whole bytes at a place that is known: nearly all there are. What was stored whole, a pointer or a term, is as
 * plain as a number: most structures have a pointer somewhere, and their other members must not be slow for it. Whatever else a
 * place may be (gone, out of bounds, at an index that is not known, a part of a term), the caller goes the long way.
 */
import { Term } from '../../expr/term.ts';
import { Pointer, type Value } from '../value.ts';
import type { Memory } from './memory.ts';
import type { ObjectState } from './object-state.ts';

/** What is loaded; undefined where it is not plain. */
function loadByte(memory: Memory, pointer: Value): number | Term | Pointer | undefined {
  if (!(pointer instanceof Pointer)) return undefined;
  const target = memory.get(pointer.object);
  const at = pointer.offset;
  if (target === undefined || !target.alive || typeof at !== 'number' || at < 0 || at >= target.size) return undefined;
  const { marks } = target;
  return marks === null || marks[at] === 0 ? target.bytes[at] : target.wholeAt(at, 1);
}

function loadHalf(memory: Memory, pointer: Value): number | Term | Pointer | undefined {
  if (!(pointer instanceof Pointer)) return undefined;
  const target = memory.get(pointer.object);
  const at = pointer.offset;
  if (target === undefined || !target.alive || typeof at !== 'number' || at < 0 || at + 2 > target.size)
    return undefined;
  const { marks, bytes } = target;
  if (marks !== null && (marks[at] | marks[at + 1]) !== 0) return target.wholeAt(at, 2);
  return bytes[at] | (bytes[at + 1] << 8);
}

function loadWord(memory: Memory, pointer: Value): number | Term | Pointer | undefined {
  if (!(pointer instanceof Pointer)) return undefined;
  const target = memory.get(pointer.object);
  const at = pointer.offset;
  if (target === undefined || !target.alive || typeof at !== 'number' || at < 0 || at + 4 > target.size)
    return undefined;
  const { marks, bytes } = target;
  if (marks !== null && (marks[at] | marks[at + 1] | marks[at + 2] | marks[at + 3]) !== 0) return target.wholeAt(at, 4);
  return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
}

/** Whether the value may be stored as it is. */
export function isPlain(value: Value): value is number | Pointer | Term {
  return typeof value === 'number' || value instanceof Pointer || value instanceof Term;
}

/** The object that a store of so many bytes goes into; null where the place is not plain. */
export function storeTarget(memory: Memory, pointer: Value, size: number): ObjectState | null {
  if (!(pointer instanceof Pointer)) return null;
  const target = memory.get(pointer.object);
  if (target === undefined || !target.alive || !target.writable) return null;
  const at = pointer.offset;
  return typeof at !== 'number' || at < 0 || at + size > target.size ? null : target;
}

/** False where nothing was stored, because the place or the value is not plain. */
export function storePlain(memory: Memory, pointer: Value, size: number, value: Value): boolean {
  const target = isPlain(value) ? storeTarget(memory, pointer, size) : null;
  if (target === null) return false;
  memory.own(target).write((pointer as Pointer).offset as number, size, value as number, memory);
  return true;
}

/** By the number of bytes. */
export const PLAIN_LOADS: Partial<Record<number, typeof loadByte>> = { 1: loadByte, 2: loadHalf, 4: loadWord };

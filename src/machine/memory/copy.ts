/** Moving ranges of bytes: memcpy, memmove, memset, and what the library model reads and writes. */
import { Term } from '../../expr/term.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import { access } from '../semantics/pointer.ts';
import type { State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import type { ObjectState } from './object-state.ts';
import type { Writtenness } from './written.ts';

/** Copies as if through a buffer, so ranges may overlap. Terms and pointers stay whole. */
export function copyBytes(machine: Machine, state: State, to: Value, from: Value, size: number, site: Site): void {
  if (size === 0) return;
  const source = access(machine, state, from, size, site, false);
  const found = access(machine, state, to, size, site, true);
  const { memory } = state;
  if (typeof source.offset !== 'number' || typeof found.offset !== 'number') {
    const bytes = bytesAt(machine, state, from, size, site);
    const written = writtenAt(machine, source.state, source.offset, size);
    writeBytes(machine, state, to, bytes, site);
    setWritten(machine, memory.get(found.state.object)!, found.offset, written);
    return;
  }
  const at = source.offset;
  const written = writtenAt(machine, source.state, at, size);
  let target: ObjectState;
  if (source.state.isConcrete(at, size)) {
    // Source and target may be the same object: what is read is read before anything is written.
    const bytes = source.state.bytes.slice(at, at + size);
    target = memory.own(found.state);
    target.writePlain(found.offset, bytes, memory);
  } else {
    const pieces: { at: number; size: number; value: number | Term | Pointer }[] = [];
    for (let i = 0; i < size; ) {
      const cell = source.state.cellAt(at + i);
      if (cell !== null && i + cell.size <= size) {
        pieces.push({ at: i, size: cell.size, value: cell.value });
        i += cell.size;
      } else {
        pieces.push({ at: i, size: 1, value: source.state.readByte(at + i, memory) });
        i++;
      }
    }
    target = memory.own(found.state);
    for (const piece of pieces) target.write(found.offset + piece.at, piece.size, piece.value, memory);
  }
  setWritten(machine, target, found.offset, written);
}

/** Whether each byte is initialised, where that is checked: a copy is as much as what was copied. */
function writtenAt(machine: Machine, source: ObjectState, offset: number | Term, size: number): Writtenness[] | null {
  const { written } = source;
  const { terms } = machine;
  if (written === null) return null;
  return Array.from({ length: size }, (_, i) =>
    typeof offset === 'number'
      ? written.at(offset + i, 1, terms)
      : written.atIndex(terms.add(offset, terms.constant(32, i)), 1, terms),
  );
}

function setWritten(
  machine: Machine,
  { written }: ObjectState,
  offset: number | Term,
  bytes: readonly Writtenness[] | null,
): void {
  const { terms } = machine;
  if (written === null || bytes === null) return;
  bytes.forEach((byte, i) => {
    if (typeof offset === 'number') written.setTo(offset + i, byte, terms);
    else if (byte !== true) written.setAt(terms.add(offset, terms.constant(32, i)), 1, byte, terms);
  });
}

export function fillBytes(
  machine: Machine,
  state: State,
  to: Value,
  byte: number | Term,
  size: number,
  site: Site,
): void {
  if (size === 0) return;
  const found = access(machine, state, to, size, site, true);
  if (typeof byte === 'number' && typeof found.offset === 'number') {
    state.memory.own(found.state).writePlain(found.offset, new Uint8Array(size).fill(byte), state.memory);
    return;
  }
  writeBytes(machine, state, to, new Array(size).fill(byte), site);
}

/** The bytes a pointer leads to. */
export function bytesAt(machine: Machine, state: State, from: Value, size: number, site: Site): (number | Term)[] {
  if (size === 0) return [];
  const { state: source, offset } = access(machine, state, from, size, site, false);
  const { terms } = machine;
  return Array.from({ length: size }, (_, i) => {
    if (typeof offset === 'number') return source.readByte(offset + i, state.memory);
    return source.readAt(terms.add(offset, terms.constant(32, i)), 1, state.memory) as number | Term;
  });
}

export function writeBytes(
  machine: Machine,
  state: State,
  to: Value,
  bytes: readonly (number | Term)[],
  site: Site,
): void {
  if (bytes.length === 0) return;
  const { state: found, offset } = access(machine, state, to, bytes.length, site, true);
  const target = state.memory.own(found);
  const { terms } = machine;
  bytes.forEach((byte, i) => {
    if (typeof offset === 'number') target.write(offset + i, 1, byte, state.memory);
    else {
      const value = byte instanceof Term ? byte : terms.constant(8, byte);
      target.writeAt(terms.add(offset, terms.constant(32, i)), 1, value, state.memory);
    }
  });
}

/** A C string whose bytes are concrete; symbolic bytes show as `?`. For names and messages. */
export function textAt(machine: Machine, state: State, from: Value, site: Site): string {
  if (from === 0) return '';
  let text = '';
  const pointer = from instanceof Pointer ? from : null;
  for (let i = 0; i < 4096; i++) {
    const at =
      pointer === null || typeof pointer.offset !== 'number' ? null : new Pointer(pointer.object, pointer.offset + i);
    if (at === null) return '?';
    const [byte] = bytesAt(machine, state, at, 1, site);
    if (byte === 0) break;
    text += typeof byte === 'number' ? String.fromCharCode(byte) : '?';
  }
  return text;
}

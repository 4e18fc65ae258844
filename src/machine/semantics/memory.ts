/** Loads, stores and address computation. */
import { updatesBitField } from '../../analysis/bit-fields.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { DataLayout } from '../../program/layout.ts';
import { elementCount, elementType, type Type } from '../../program/types.ts';
import type { Site, Step } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { ObjectState } from '../memory/object-state.ts';
import { isPlain, PLAIN_LOADS, storePlain, storeTarget } from '../memory/plain-access.ts';
import type { Writtenness } from '../memory/written.ts';
import type { Recorder } from '../recorder.ts';
import type { State } from '../state.ts';
import { Pointer, UNDEFINED, type Value } from '../value.ts';
import { fromBits, toBits } from './coerce.ts';
import { access } from './pointer.ts';

/** Loads any type; the general case that the fast steps fall back to. What may be unset is read as it is (bit-fields.ts). */
export function loadValue(
  machine: Machine,
  state: State,
  pointer: Value,
  type: Type,
  site: Site,
  mayBeUnset = false,
): Value {
  const { layout } = machine.program;
  const size = layout.storeSizeOf(type);
  if (size === 0) return [];
  const found = access(machine, state, pointer, size, site, false);
  if (found.offset instanceof Term) return loadAtIndex(machine, state, found.state, found.offset, type, site);
  const { state: target, offset } = found;
  return readTyped(machine, state, target.object, type, offset, site, mayBeUnset);
}

function readTyped(
  machine: Machine,
  state: State,
  object: Pointer['object'],
  type: Type,
  offset: number,
  site: Site,
  mayBeUnset: boolean,
): Value {
  const { layout } = machine.program;
  if (type.kind === 'array' || type.kind === 'struct' || type.kind === 'vector') {
    const elements: Value[] = [];
    for (let i = 0; i < elementCount(type); i++) {
      const at = offset + elementOffset(layout, type, i);
      elements.push(readTyped(machine, state, object, elementType(type, i), at, site, mayBeUnset));
    }
    return elements;
  }
  const target = state.memory.get(object)!;
  const size = layout.storeSizeOf(type);
  const { written } = target;
  if (written !== null && !state.isObserved && !mayBeUnset) {
    if (!isInitialized(machine, state, written.at(offset, size, machine.terms), site)) return UNDEFINED;
  }
  return fromBits(target.read(offset, size, state.memory), type, machine, state);
}

/** Reading what is not initialised is no fault, using it is: whether the value is used for nothing is not known here. */
function isInitialized(machine: Machine, state: State, written: Writtenness, site: Site): boolean {
  return typeof written === 'boolean' ? written : machine.decide(state, written, site, 'initialized');
}

function loadAtIndex(machine: Machine, state: State, target: ObjectState, index: Term, type: Type, site: Site): Value {
  const { layout } = machine.program;
  const { terms } = machine;
  const at = (offset: number) => (offset === 0 ? index : terms.add(index, terms.constant(32, offset)));
  if (type.kind === 'array' || type.kind === 'struct' || type.kind === 'vector') {
    const elements: Value[] = [];
    for (let i = 0; i < elementCount(type); i++) {
      elements.push(
        loadAtIndex(machine, state, target, at(elementOffset(layout, type, i)), elementType(type, i), site),
      );
    }
    return elements;
  }
  const { written } = target;
  if (written !== null && !state.isObserved) {
    const size = layout.storeSizeOf(type);
    if (!isInitialized(machine, state, written.atIndex(index, size, terms), site)) return UNDEFINED;
  }
  const array = target.asArray(state.memory);
  let result = terms.read(array, index);
  for (let i = 1; i < layout.storeSizeOf(type); i++) result = terms.concat(terms.read(array, at(i)), result);
  return fromBits(result.kind === 0 ? result.value : result, type, machine, state);
}

export function storeValue(machine: Machine, state: State, pointer: Value, value: Value, type: Type, site: Site): void {
  const { layout } = machine.program;
  const size = layout.storeSizeOf(type);
  if (size === 0) return;
  const found = access(machine, state, pointer, size, site, true);
  const target = state.memory.own(found.state);
  if (found.offset instanceof Term) storeAtIndex(machine, state, target, found.offset, value, type);
  else writeTyped(machine, state, target, found.offset, value, type);
}

export function writeTyped(
  machine: Machine,
  state: Pick<State, 'memory'>,
  target: ObjectState,
  offset: number,
  value: Value,
  type: Type,
): void {
  const { layout } = machine.program;
  if (type.kind === 'array' || type.kind === 'struct' || type.kind === 'vector') {
    const elements = value as readonly Value[];
    for (let i = 0; i < elementCount(type); i++) {
      const element = value === UNDEFINED ? UNDEFINED : elements[i];
      writeTyped(machine, state, target, offset + elementOffset(layout, type, i), element, elementType(type, i));
    }
    return;
  }
  const size = layout.storeSizeOf(type);
  if (value === UNDEFINED) {
    // Copying what is not initialised is no fault; the copy is not initialised either, and what was there is gone.
    target.write(offset, size, 0, state.memory);
    target.written?.set(offset, size, false);
    return;
  }
  target.write(offset, size, widen(machine, toBits(value, type, layout), type, size), state.memory);
}

/** Memory holds whole bytes: an i1 or i24 term is zero extended. */
function widen(machine: Machine, bits: Scalar | Term | Pointer, type: Type, size: number): Scalar | Term | Pointer {
  return bits instanceof Term && type.kind === 'int' && type.bits !== size * 8
    ? machine.terms.zext(bits, size * 8)
    : bits;
}

function storeAtIndex(
  machine: Machine,
  state: State,
  target: ObjectState,
  index: Term,
  value: Value,
  type: Type,
): void {
  const { layout } = machine.program;
  const { terms } = machine;
  if (type.kind === 'array' || type.kind === 'struct' || type.kind === 'vector') {
    for (let i = 0; i < elementCount(type); i++) {
      const at = terms.add(index, terms.constant(32, elementOffset(layout, type, i)));
      const element = value === UNDEFINED ? UNDEFINED : (value as readonly Value[])[i];
      storeAtIndex(machine, state, target, at, element, elementType(type, i));
    }
    return;
  }
  const size = layout.storeSizeOf(type);
  const bits = widen(machine, toBits(value, type, layout), type, size);
  if (bits instanceof Pointer) target.hide(bits);
  const term =
    bits instanceof Term
      ? bits
      : bits instanceof Pointer
        ? state.memory.addressTerm(bits)
        : terms.constant(size * 8, bits);
  target.writeAt(index, size, term, state.memory);
  if (value === UNDEFINED) target.written?.setAt(index, size, false, terms);
}

function elementOffset(layout: DataLayout, type: Type, index: number): number {
  if (type.kind === 'struct') return layout.fieldOffset(type, index);
  if (type.kind === 'array') return index * layout.sizeOf(type.element);
  if (type.kind === 'vector') return index * layout.storeSizeOf(type.element);
  return 0;
}

/** A load is the most frequent instruction that leaves the registers; see plain-access.ts. */
export function loadStep(
  machine: Machine,
  d: number,
  p: number,
  type: Type,
  site: Site,
  recorder: Recorder | null,
): Step {
  const size = machine.program.layout.storeSizeOf(type);
  const { instruction } = site;
  const mayBeUnset =
    machine.options.checkUninitialized &&
    instruction.op === 'load' &&
    updatesBitField(instruction, site.segment.block.instructions);
  const slow = (r: Value[], s: State) => {
    r[d] = loadValue(machine, s, r[p], type, site, mayBeUnset);
  };
  const plain = (type.kind === 'int' && type.bits === size * 8) || type.kind === 'pointer';
  if (!plain || machine.options.checkUninitialized || size > 4) return slow;
  if (recorder !== null) return recordedLoad(recorder, d, p, size, site, slow);
  const load = PLAIN_LOADS[size];
  if (load === undefined) return slow;
  return (r, s) => {
    const value = load(s.memory, r[p]);
    if (value === undefined) slow(r, s);
    else r[d] = value;
  };
}

/** As the loads above, for all their sizes: what a recorder costs hides the difference. */
function recordedLoad(recorder: Recorder, d: number, p: number, size: number, site: Site, slow: Step): Step {
  return (r, s) => {
    const pointer = r[p];
    if (pointer instanceof Pointer) {
      const target = s.memory.get(pointer.object);
      const at = pointer.offset as number;
      if (target !== undefined && target.marks === null && target.alive && at >= 0 && at + size <= target.size) {
        recorder.access(s, site, pointer.object, at, size, false);
        const { bytes } = target;
        let value = bytes[at];
        for (let i = 1; i < size; i++) value |= bytes[at + i] << (8 * i);
        r[d] = value >>> 0;
        return;
      }
    }
    slow(r, s);
  };
}

export function storeStep(
  machine: Machine,
  p: number,
  v: number,
  type: Type,
  site: Site,
  recorder: Recorder | null,
): Step {
  const size = machine.program.layout.storeSizeOf(type);
  const plain = (type.kind === 'int' && type.bits === size * 8 && size <= 4) || (type.kind === 'pointer' && size === 4);
  const slow = (r: Value[], s: State) => {
    storeValue(machine, s, r[p], r[v], type, site);
  };
  if (!plain || machine.options.checkUninitialized) return slow;
  if (recorder !== null) return recordedStore(recorder, p, v, size, site, slow);
  return (r, s) => {
    if (!storePlain(s.memory, r[p], size, r[v])) slow(r, s);
  };
}

function recordedStore(recorder: Recorder, p: number, v: number, size: number, site: Site, slow: Step): Step {
  return (r, s) => {
    const pointer = r[p];
    const value = r[v];
    const target = isPlain(value) ? storeTarget(s.memory, pointer, size) : null;
    if (target === null) {
      slow(r, s);
      return;
    }
    const at = (pointer as Pointer).offset as number;
    recorder.access(s, site, target.object, at, size, true);
    s.memory.own(target).write(at, size, value as number, s.memory);
  };
}

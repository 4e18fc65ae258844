/**
 * What a caller can look at after a call: which of the objects it gave are left, and where pointers lead.
 *
 * Addresses mean nothing to a caller, identity does. So an object that the caller made has the name the caller gave it,
 * whatever points to it later; a variable has its own; any other object is new where the caller first meets it, and is
 * called after the pointer that led there when it is met again. Two runs that leave the same names in the same places
 * leave the same graph of objects. Nothing here faults, and an object that is looked at counts as read: whether it is
 * there depends on what made and freed it.
 */
import { Kind } from '../../expr/kinds.ts';
import { fromBigInt } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import { textAt } from '../memory/copy.ts';
import type { ObjectState } from '../memory/object-state.ts';
import type { OutputRecord } from '../outcome.ts';
import { type NamedObject, prepend, type State } from '../state.ts';
import { type MemoryObject, Pointer, type Value } from '../value.ts';
import { asInteger } from './coerce.ts';
import type { Handler } from './intrinsics/intrinsic.ts';
import { locate } from './pointer.ts';

type Maker = (machine: Machine, site: Site) => Handler;

export const OBSERVATIONS: Readonly<Record<string, Maker>> = {
  __pf_called: (machine) => (state) => {
    state.isObserved = !machine.options.checkUnsetOutputs;
    return 0;
  },
  __pf_name:
    (machine, site) =>
    (state, [name, address]) => {
      const text = textAt(machine, state, name, site);
      if (address instanceof Pointer) state.named = prepend({ name: text, object: address.object }, state.named);
      return 0;
    },
  __pf_given:
    (machine, site) =>
    (state, [name, address]) => {
      const text = textAt(machine, state, name, site);
      if (!(address instanceof Pointer)) return answer(state, 0);
      const target = lookAt(machine, state, address.object, site);
      if (target?.alive === true) return answer(state, target.size);
      addPointer(machine, state, text, 'freed', 0);
      return answer(state, 0);
    },
  __pf_look:
    (machine, site) =>
    (state, [name, pointer]) =>
      answer(state, look(machine, state, textAt(machine, state, name, site), pointer, site)),
  __pf_holds_pointer:
    (machine, site) =>
    (state, [place]) =>
      answer(state, holdsPointer(machine, state, place, site) ? 1 : 0),
};

/** What is told about sizes is part of a test: compiled code cannot find out by itself. */
function answer(state: State, size: number | Term): number | Term {
  state.answers = prepend(size, state.answers);
  return size;
}

function look(machine: Machine, state: State, name: string, value: Value, site: Site): number | Term {
  if (value === 0) return 0;
  const place = value instanceof Pointer ? value : locate(machine, state, asInteger(machine, state, value, site), site);
  if (!(place instanceof Pointer)) {
    if (place.kind === 'wild-pointer') addPointer(machine, state, name, 'an address', place.address);
    return 0;
  }
  const { object, offset } = place;
  if (object.kind === 'function') {
    addPointer(machine, state, name, object.label, offset);
    return 0;
  }
  const target = lookAt(machine, state, object, site);
  const known = nameOf(state, object);
  if (target === undefined || !target.alive) {
    addPointer(machine, state, name, `${known ?? object.kind} that is gone`, offset);
    return 0;
  }
  if (known !== null) {
    // A pointer that still leads where it was given to lead is no news.
    if (known !== name || offset !== 0) addPointer(machine, state, name, variablePointer(object) ?? known, offset);
    return 0;
  }
  // The object that the caller gave under this name keeps it: another one in its place is told apart.
  const replaces = isNamed(state, name);
  state.named = prepend({ name: replaces ? `new ${name}` : name, object }, state.named);
  return meet(machine, state, name, object, target, offset, replaces, site);
}

/** An object that was not shown before. What lies before the pointer, out of sight of its type, is shown as bytes. */
function meet(
  machine: Machine,
  state: State,
  name: string,
  object: MemoryObject,
  target: ObjectState,
  offset: number | Term,
  replaces: boolean,
  site: Site,
): number | Term {
  const variable = variablePointer(object);
  if (typeof offset === 'number' && offset >= 0 && offset <= target.size) {
    if (variable !== null || offset > 0 || target.size === 0 || replaces)
      addPointer(machine, state, name, variable ?? 'new', offset);
    if (offset > 0 && variable === null) addBytes(machine, state, `what is before ${name}`, target, offset, site);
    return target.size - offset;
  }
  addPointer(machine, state, name, variable ?? 'new', offset);
  addBytes(machine, state, `the object of ${name}`, target, target.size, site);
  if (!(offset instanceof Term)) return 0;
  const { terms } = machine;
  const size = terms.constant(offset.width, target.size);
  const left = terms.ite(terms.ule(offset, size), terms.sub(size, offset), terms.constant(offset.width, 0));
  return left.kind === Kind.constant ? Number(left.value) : left;
}

function holdsPointer(machine: Machine, state: State, place: Value, site: Site): boolean {
  if (!(place instanceof Pointer) || typeof place.offset !== 'number') return false;
  const { object, offset } = place;
  const target = state.memory.get(object);
  if (target === undefined || !target.alive) return false;
  machine.recorder?.access(state, site, object, offset, machine.program.layout.pointerBytes, false);
  return target.cellAt(offset)?.value instanceof Pointer;
}

function lookAt(machine: Machine, state: State, object: MemoryObject, site: Site): ObjectState | undefined {
  const target = state.memory.get(object);
  if (target !== undefined && (target.size > 0 || !target.alive)) {
    machine.recorder?.access(state, site, object, 0, 1, false);
  }
  return target;
}

export function nameOf(state: State, object: MemoryObject): string | null {
  for (let link: { item: NamedObject; rest: State['named'] } | null = state.named; link !== null; link = link.rest) {
    if (link.item.object === object) return link.item.name;
  }
  return null;
}

function isNamed(state: State, name: string): boolean {
  for (let link: { item: NamedObject; rest: State['named'] } | null = state.named; link !== null; link = link.rest) {
    if (link.item.name === name) return true;
  }
  return false;
}

/** A pointer to the user's variable; string literals and the like have no name. */
export function variablePointer({ global }: MemoryObject): string | null {
  const name = global !== null && global.kind === 'variable' ? (global.debug?.name ?? '.') : '.';
  return name.startsWith('.') ? null : `&${name}`;
}

function addPointer(machine: Machine, state: State, name: string, label: string, offset: OutputRecord['value']): void {
  const bits = machine.program.layout.pointerBits;
  const value = offset instanceof Term ? offset : fromBigInt(BigInt.asUintN(bits, BigInt(offset)));
  const shape = { bits, signed: true, bytes: null, isUnseen: true };
  state.outputs = prepend({ name, kind: 'pointer', value, label, ...shape }, state.outputs);
}

function addBytes(machine: Machine, state: State, name: string, target: ObjectState, size: number, site: Site): void {
  if (size > 0) machine.recorder?.access(state, site, target.object, 0, size, false);
  const bytes = Array.from({ length: size }, (_, at) => target.readByte(at, state.memory));
  const shape = { bits: 8 * size, signed: false, isObject: true, isUnseen: true };
  state.outputs = prepend({ name, kind: 'bytes', value: 0, bytes, ...shape }, state.outputs);
}

/** Moving pointers and finding the objects they mean. */

import { Kind } from '../../expr/kinds.ts';
import type { Scalar } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { ObjectState } from '../memory/object-state.ts';
import type { State } from '../state.ts';
import { type Linear, type MemoryObject, Pointer, type Value } from '../value.ts';
import { asInteger } from './coerce.ts';
import { concretize } from './concretize.ts';

/** Addresses below this are taken for null with an offset. */
const NULL_PAGE = 4096;

/**
 * `delta * scale` bytes further; `delta` is an integer of the pointer's width, read as signed. `inbounds`: the program
 * promises that nothing wraps around.
 */
export function movePointer(
  machine: Machine,
  pointer: Pointer,
  delta: Scalar | Term,
  scale: number,
  inbounds = false,
): Pointer {
  const bits = machine.program.layout.pointerBits;
  const { terms } = machine;
  if (delta instanceof Term || pointer.offset instanceof Term) {
    const by = terms.mul(
      delta instanceof Term ? delta : terms.constant(bits, delta),
      terms.constant(bits, scale >= 0 ? scale : BigInt.asUintN(bits, BigInt(scale))),
    );
    const from =
      pointer.offset instanceof Term
        ? pointer.offset
        : terms.constant(bits, BigInt.asUintN(bits, BigInt(pointer.offset)));
    const offset = terms.add(from, by);
    if (offset.kind === Kind.constant || !inbounds) return makePointer(pointer, offset, bits);
    return new Pointer(pointer.object, offset, linearOffset(pointer, delta, scale, bits));
  }
  const signed = signedOf(delta, bits);
  return new Pointer(pointer.object, pointer.offset + signed * scale);
}

function linearOffset(from: Pointer, delta: Scalar | Term, scale: number, bits: number): Linear | null {
  if (delta instanceof Term) {
    return typeof from.offset === 'number' ? { base: from.offset, index: delta, scale } : null;
  }
  if (from.linear === null) return null;
  const { base, index, scale: step } = from.linear;
  return { base: base + signedOf(delta, bits) * scale, index, scale: step };
}

export function makePointer(like: Pointer, offset: Term, bits: number): Pointer {
  return new Pointer(like.object, offset.kind === Kind.constant ? signedOf(offset.value, bits) : offset);
}

/** The signed reading as a number; beyond 2^53 it loses precision, and is far outside any object. */
export function signedOf(value: Scalar, bits: number): number {
  if (bits === 32) return (value as number) | 0;
  return Number(BigInt.asIntN(bits, BigInt(value)));
}

/** An access that is known to be in bounds of a live object. */
export interface Access {
  readonly state: ObjectState;
  /** A number, or a 32-bit term. */
  readonly offset: number | Term;
}

/** Bytes of the largest object whose contents become one term for a symbolic index; in larger ones indices are tried. */
const LARGEST_INDEXED = 1 << 20;

/**
 * Finds the bytes an access means. Ends the path with the fault where it can only be wrong, and forks off the faulty
 * side where it may be wrong. The result is in bounds.
 */
export function access(
  machine: Machine,
  state: State,
  value: Value,
  size: number,
  site: Site,
  writes: boolean,
): Access {
  const pointer = value instanceof Pointer ? value : resolve(machine, state, value, site);
  const { object } = pointer;
  const target = state.memory.get(object);
  if (target === undefined) {
    return machine.fault(state, 'use-after-return', site, `access to ${object.label}, which is gone`);
  }
  if (!target.alive)
    return machine.fault(state, 'use-after-free', site, `access to ${object.label} after it was freed`);
  if (object.kind === 'function') {
    return machine.fault(state, writes ? 'read-only' : 'wild-pointer', site, `access to the code of ${object.label}`);
  }
  if (target.size === 0 && isUndefinedVariable(object)) {
    return machine.refuse(state, site, `undefined variable ${object.global!.debug?.name ?? object.global!.name}`);
  }
  const { offset } = pointer;
  const what = () =>
    `${writes ? 'write' : 'read'} of ${size} byte${size === 1 ? '' : 's'} at ${
      offset instanceof Term ? 'an index beyond' : `offset ${offset} of`
    } ${object.label} (${target.size} byte${target.size === 1 ? '' : 's'})`;
  if (offset instanceof Term) {
    const { terms } = machine;
    if (size > target.size) return machine.fault(state, 'out-of-bounds', site, what());
    const bad = outOfBounds(machine, pointer, target.size - size);
    machine.check(state, bad, 'out-of-bounds', site, what);
    if (writes && !target.writable) return machine.fault(state, 'read-only', site, `write to ${object.label}`);
    const index = offset.width > 32 ? terms.extract(offset, 0, 32) : offset;
    const at =
      index.kind === Kind.constant
        ? (index.value as number)
        : target.size > LARGEST_INDEXED
          ? Number(concretize(machine, state, index, site, 'index into a large object'))
          : index;
    machine.recorder?.access(state, site, object, at, size, writes);
    return { state: target, offset: at };
  }
  if (offset < 0 || offset + size > target.size) return machine.fault(state, 'out-of-bounds', site, what());
  if (writes && !target.writable) return machine.fault(state, 'read-only', site, `write to ${object.label}`);
  machine.recorder?.access(state, site, object, offset, size, writes);
  return { state: target, offset };
}

/** Declared in the files at hand and defined in others. */
function isUndefinedVariable({ global }: MemoryObject): boolean {
  return global?.kind === 'variable' && global.initializer === null;
}

/** Whether a symbolic offset lies outside of 0 to `last`. */
function outOfBounds(machine: Machine, pointer: Pointer, last: number): Term {
  const { terms } = machine;
  const { linear } = pointer;
  if (linear === null) {
    const offset = pointer.offset as Term;
    return terms.ugt(offset, terms.constant(offset.width, last));
  }
  // Solved for the index: from ceil(-base / scale) to floor((last - base) / scale).
  const { base, index, scale } = linear;
  const first = Math.ceil(-base / scale);
  const count = Math.floor((last - base) / scale) - first;
  if (count < 0) return terms.bool(true);
  const { width } = index;
  const from = first === 0 ? index : terms.sub(index, terms.constant(width, BigInt.asUintN(width, BigInt(first))));
  return terms.ugt(from, terms.constant(width, count));
}

/** The pointer an integer address means: symbolic addresses fork per object they may reach; the rest is a fault. */
export function resolve(machine: Machine, state: State, value: Value, site: Site): Pointer {
  const place = locate(machine, state, asInteger(machine, state, value, site), site);
  if (place instanceof Pointer) return place;
  const { kind, address } = place;
  return machine.fault(state, kind, site, address instanceof Term ? SYMBOLIC_FAULTS[kind] : concreteFault(address));
}

/** An address where no object is. */
export interface Nowhere {
  readonly kind: 'null-pointer' | 'wild-pointer';
  readonly address: Scalar | Term;
}

/** The object an integer address means, if any: symbolic addresses fork per object they may reach. */
export function locate(machine: Machine, state: State, address: Scalar | Term, site: Site): Pointer | Nowhere {
  if (!(address instanceof Term)) {
    const found = state.memory.pointerFrom(address);
    if (found instanceof Pointer) return found;
    return { kind: address < NULL_PAGE ? 'null-pointer' : 'wild-pointer', address };
  }
  const { terms } = machine;
  for (;;) {
    const some = machine.someValue(state, address, site);
    if (some === null) return machine.giveUp(state, site);
    const target = typeof some === 'number' ? state.memory.find(some) : null;
    if (target === null) {
      const low = terms.ult(address, terms.constant(address.width, NULL_PAGE));
      if (some < NULL_PAGE) {
        if (machine.decide(state, low, site, 'pointer')) return { kind: 'null-pointer', address };
        continue;
      }
      const anywhere = terms.orAll([...state.memory.objects()].map((each) => within(machine, address, each)));
      if (machine.decide(state, terms.not(terms.or(anywhere, low)), site, 'pointer')) {
        return { kind: 'wild-pointer', address };
      }
      continue;
    }
    if (!machine.decide(state, within(machine, address, target), site, 'pointer')) continue;
    const offset = terms.sub(address, terms.constant(address.width, target.base));
    return makePointer(new Pointer(target.object, 0), offset, address.width);
  }
}

const SYMBOLIC_FAULTS = {
  'null-pointer': 'access through a null pointer, or close to it',
  'wild-pointer': 'access to an address that depends on inputs, where no object is',
} as const;

function concreteFault(address: Scalar): string {
  if (address >= NULL_PAGE) return `access to address 0x${address.toString(16)}, where no object is`;
  return `access through ${address === 0 ? 'a null pointer' : `offset ${address} of a null pointer`}`;
}

function within(machine: Machine, address: Term, target: ObjectState): Term {
  const { terms } = machine;
  const offset = terms.sub(address, terms.constant(address.width, target.base));
  return terms.ule(offset, terms.constant(address.width, target.size));
}

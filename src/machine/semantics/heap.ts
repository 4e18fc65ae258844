/** What `malloc` and `free` do. */
import { Term } from '../../expr/term.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import { allocateHeap } from './allocate.ts';
import { asInteger } from './coerce.ts';
import { concretize } from './concretize.ts';
import { resolve } from './pointer.ts';

/** A symbolic size is a choice among bounded values; beyond the bound, as on a real machine, there is no memory. */
export function allocate(machine: Machine, state: State, size: Value, site: Site, zeroed: boolean): Value {
  const limit = machine.options.maxAllocation;
  let bytes = asInteger(machine, state, size, site);
  if (bytes instanceof Term) {
    const tooMuch = machine.terms.ugt(bytes, machine.terms.constant(bytes.width, limit));
    if (machine.decide(state, tooMuch, site, 'branch')) return 0;
    bytes = concretize(machine, state, bytes, site, 'size of an allocation');
  } else if (bytes > 0x2000_0000) return 0;
  return new Pointer(allocateHeap(machine, state, site, Number(bytes), zeroed).object, 0);
}

export function free(machine: Machine, state: State, value: Value, site: Site): void {
  if (value === 0) return;
  const raw = value instanceof Pointer ? value : asInteger(machine, state, value, site);
  if (raw instanceof Term) {
    const isNull = machine.terms.eq(raw, machine.terms.constant(raw.width, 0));
    if (machine.decide(state, isNull, site, 'branch')) return;
  }
  const pointer = raw instanceof Pointer ? raw : resolve(machine, state, raw, site);
  const target = state.memory.get(pointer.object);
  const { label, kind } = pointer.object;
  if (target === undefined || kind !== 'heap') machine.fault(state, 'invalid-free', site, `free of ${label}`);
  if (!target.alive) machine.fault(state, 'double-free', site, `${label} is freed twice`);
  if (pointer.offset instanceof Term) {
    const bad = machine.terms.ne(pointer.offset, machine.terms.constant(pointer.offset.width, 0));
    machine.check(state, bad, 'invalid-free', site, () => `free of a pointer into the middle of ${label}`);
  } else if (pointer.offset !== 0) {
    machine.fault(state, 'invalid-free', site, `free of a pointer ${pointer.offset} bytes into ${label}`);
  }
  // A later look at the object sees that it is gone: that is as good as a write to all of it.
  machine.recorder?.access(state, site, pointer.object, 0, Math.max(1, target.size), true);
  machine.recorder?.freed?.(state, site, pointer.object);
  state.memory.own(target).alive = false;
}

/**
 * What C leaves undefined although every machine does something with it: relations between objects that lie wherever they
 * happen to lie, copies between ranges that overlap. Looked at only with `checkUndefined`, and never in the modelled
 * library, which knows what this machine does.
 */
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import type { State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';

export function looksForUndefined(machine: Machine, site: Site): boolean {
  return machine.options.checkUndefined && site.instruction.block.function.library !== true;
}

/** `what` is done with two pointers, which must lead into the same object. */
export function requireSameObject(machine: Machine, state: State, x: Value, y: Value, what: string, site: Site): void {
  if (!(x instanceof Pointer) || !(y instanceof Pointer) || x.object === y.object) return;
  machine.fault(
    state,
    'undefined',
    site,
    `${what} of addresses in different objects: ${x.object.label} and ${y.object.label}`,
  );
}

export function requireApart(machine: Machine, state: State, to: Value, from: Value, size: number, site: Site): void {
  if (!(to instanceof Pointer) || !(from instanceof Pointer) || to.object !== from.object) return;
  if (typeof to.offset !== 'number' || typeof from.offset !== 'number') return;
  const distance = Math.abs(to.offset - from.offset);
  if (distance > 0 && distance < size) {
    machine.fault(state, 'undefined', site, `${size} bytes are copied to a place that overlaps them`);
  }
}

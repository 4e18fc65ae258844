/**
 * What C leaves undefined although every machine does something with it: relations between objects that lie wherever they
 * happen to lie, copies between ranges that overlap, calls of functions as what they are not. Looked at only with `checkUndefined`, and never in the modelled
 * library, which knows what this machine does.
 */
import type { ProgramFunction } from '../../program/program.ts';
import { type FunctionType, typeName } from '../../program/types.ts';
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

/** A function is called as what it is; without a prototype, with any arguments that fit. */
export function requireSameType(
  machine: Machine,
  state: State,
  as: FunctionType,
  { type, name, debug, blocks }: ProgramFunction,
  site: Site,
): void {
  const fits =
    as.result === type.result &&
    as.parameters.length >= type.parameters.length &&
    type.parameters.every((parameter, i) => parameter === as.parameters[i]) &&
    (as.parameters.length === type.parameters.length || type.variadic);
  if (fits || blocks.length === 0) return;
  const shown = debug?.name ?? name;
  machine.fault(state, 'undefined', site, `${shown} is ${typeName(type)} and called as ${typeName(as)}`);
}

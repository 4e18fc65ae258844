/** Memory that becomes an input. */
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import { writeBytes } from '../memory/copy.ts';
import { type ScalarShape, scalarTypeAt } from '../scalar-types.ts';
import type { State } from '../state.ts';
import type { MemoryObject, Value } from '../value.ts';
import { access } from './pointer.ts';

/**
 * A region whose debug type is one integer becomes one variable, which later shows as that integer; other regions become
 * byte buffers.
 */
export function makeSymbolic(
  machine: Machine,
  state: State,
  pointer: Value,
  size: number,
  name: string,
  site: Site,
): void {
  if (size === 0) return;
  // Everything that may fork comes before the input is made: the forked side must not make it twice.
  const place = access(machine, state, pointer, size, site, true);
  const shape = typeof place.offset === 'number' ? scalarShape(place.state.object, place.offset, size) : null;
  if (shape !== null) {
    const bits = machine.inputs.scalar(state, name, size * 8, shape.kind, shape.signedness, 'call');
    state.memory.own(place.state).write(place.offset as number, size, bits, state.memory);
    return;
  }
  const object = machine.inputs.buffer(state, name, size, 'call');
  if (place.state.size === size && machine.inputs.given === null) {
    const owned = state.memory.own(place.state);
    owned.written?.set(0, size, true);
    owned.setArray(object);
    return;
  }
  writeBytes(machine, state, pointer, machine.inputs.bytesIn(object, size), site);
}

function scalarShape(object: MemoryObject, offset: number, size: number): ScalarShape | null {
  const { site } = object;
  const declared =
    object.global !== null && object.global.kind === 'variable'
      ? object.global.debug?.type
      : site !== null && site.op === 'alloca'
        ? site.variable?.type
        : undefined;
  if (declared === undefined) return null;
  return scalarTypeAt(declared, offset, size);
}

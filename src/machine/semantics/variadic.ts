/**
 * Variable arguments. clang expands va_arg itself, into pointer arithmetic over the target's va_list, so va_start has to
 * lay the arguments out the way the target's ABI does: wasm32's list is a pointer into a packed area; x86-64's list says
 * that its registers are used up and points to the overflow area, which is always allowed.
 */
import { roundUp } from '../../program/layout.ts';
import type { Type } from '../../program/types.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import { copyBytes } from '../memory/copy.ts';
import type { State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import { allocateLocal } from './allocate.ts';
import { storeValue, writeTyped } from './memory.ts';

/** An argument beyond the named ones; `byval` when it is a struct passed by copy. */
export interface VariadicArgument {
  readonly value: Value;
  readonly type: Type;
  readonly byval: Type | null;
}

export function startVariadic(machine: Machine, state: State, list: Value, site: Site): void {
  const { layout, types } = machine.program;
  const wide = layout.pointerBytes === 8;
  const slot = wide ? 8 : 4;
  const args = state.frame.varargs;
  let size = 0;
  const offsets = args.map(({ type, byval }) => {
    const held = wide && byval !== null ? byval : type;
    size = roundUp(size, Math.max(slot, layout.alignOf(held)));
    const at = size;
    size += roundUp(layout.storeSizeOf(held), slot);
    return at;
  });
  const area = allocateLocal(machine, state, site, size, 16, 'variable arguments', 0);
  args.forEach(({ value, type, byval }, i) => {
    if (wide && byval !== null) {
      copyBytes(machine, state, new Pointer(area.object, offsets[i]), value, layout.sizeOf(byval), site);
    } else {
      writeTyped(machine, state, state.memory.own(state.memory.get(area.object)!), offsets[i], value, type);
    }
  });
  const start = new Pointer(area.object, 0);
  if (!wide) {
    storeValue(machine, state, list, start, types.pointer(), site);
    return;
  }
  // struct { unsigned gp_offset, fp_offset; void *overflow_arg_area, *reg_save_area; }
  const field = (offset: number): Value =>
    list instanceof Pointer && typeof list.offset === 'number' ? new Pointer(list.object, list.offset + offset) : list;
  storeValue(machine, state, field(0), 48, types.int(32), site);
  storeValue(machine, state, field(4), 176, types.int(32), site);
  storeValue(machine, state, field(8), start, types.pointer(), site);
  storeValue(machine, state, field(16), 0, types.pointer(), site);
}

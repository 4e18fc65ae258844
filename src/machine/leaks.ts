/** Heap blocks that nothing points to any more when the program ends. */
import { Term } from '../expr/term.ts';
import type { ObjectState } from './memory/object-state.ts';
import type { Frame, State } from './state.ts';
import { type MemoryObject, Pointer, type Value } from './value.ts';

/**
 * The first live heap block, by address, that cannot be reached from globals, live locals or registers; null when all can. A block
 * that is still reachable is not lost, and is not reported unless `all` are wanted. What was stored at an unknown index counts
 * as still there.
 */
export function findLeak(state: State, all = false): MemoryObject | null {
  const reached = new Set<MemoryObject>();
  const work: MemoryObject[] = [];
  const reach = (value: Value): void => {
    if (value instanceof Pointer) {
      if (!reached.has(value.object)) {
        reached.add(value.object);
        work.push(value.object);
      }
    } else if (Array.isArray(value)) value.forEach(reach);
  };
  for (const each of state.memory.objects()) if (each.object.kind !== 'heap') reach(new Pointer(each.object, 0));
  for (let frame = state.frame.caller; frame !== null; frame = frame.caller) frame.registers.forEach(reach);
  for (const stack of state.stacks) {
    for (let frame: Frame | null = stack?.frame ?? null; frame !== null; frame = frame.caller) {
      frame.registers.forEach(reach);
    }
  }
  for (let object = work.pop(); object !== undefined; object = work.pop()) {
    const contents = state.memory.get(object);
    contents?.hidden?.forEach(reach);
    for (const cell of contents?.cells?.values() ?? []) if (!(cell.value instanceof Term)) reach(cell.value);
  }
  // Objects come in the order in which any path first made them, which says nothing about this path.
  let first: ObjectState | null = null;
  for (const each of state.memory.objects()) {
    if (each.object.kind !== 'heap' || !each.alive || (!all && reached.has(each.object))) continue;
    if (first === null || each.base < first.base) first = each;
  }
  return first?.object ?? null;
}

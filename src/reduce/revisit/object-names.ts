/**
 * Blocks of the heap under other names. A block is named by where it was made, and the same list may have been built by
 * another branch. What comes after does not depend on names: a state that equals an explored one but for the names of its
 * blocks has the same future, with those names in it.
 *
 * Names are compared by following pointers: where the visit held a pointer to one block and the state holds one to another,
 * the one stands for the other from then on, and no third one does. Blocks made before the path first forked are on every
 * path, and stand for themselves. Where addresses are looked at as numbers, nothing is renamed.
 */
import { type MemoryObject, Pointer, type Value } from '../../machine/value.ts';

export class ObjectNames {
  private readonly ownOf = new Map<MemoryObject, MemoryObject>();
  private readonly taken = new Set<MemoryObject>();

  /** Whether the state's object can stand for the visit's. */
  pair(held: MemoryObject, own: MemoryObject): boolean {
    if (!canBeRenamed(held) || !canBeRenamed(own)) return held === own;
    const known = this.ownOf.get(held);
    if (known !== undefined) return known === own;
    if (this.taken.has(own)) return false;
    this.ownOf.set(held, own);
    this.taken.add(own);
    return true;
  }

  /** What stands for an object of the visit, if that is known yet. */
  get(held: MemoryObject): MemoryObject | undefined {
    return canBeRenamed(held) ? this.ownOf.get(held) : held;
  }

  /** The same, and the object itself where nothing has led to it; null where that stands for another one. */
  standIn(held: MemoryObject): MemoryObject | null {
    return this.get(held) ?? (this.pair(held, held) ? held : null);
  }

  /** Objects of the state that stand for others. */
  get own(): ReadonlySet<MemoryObject> {
    return this.taken;
  }

  /** By id; null where every name is the same. */
  get changes(): ReadonlyMap<number, number> | null {
    const changes = new Map<number, number>();
    for (const [held, own] of this.ownOf) if (held !== own) changes.set(held.id, own.id);
    return changes.size === 0 ? null : changes;
  }
}

export function canBeRenamed({ kind, isCommon }: MemoryObject): boolean {
  return (kind === 'heap' || kind === 'stack') && !isCommon;
}

/** Whether a state's value is the visit's; without names objects must be the same. */
export function isSameValue(own: Value, held: Value, names: ObjectNames | null): boolean {
  if (own instanceof Pointer) {
    if (!(held instanceof Pointer) || own.offset !== held.offset) return false;
    return names === null ? own.object === held.object : names.pair(held.object, own.object);
  }
  if (own === held) return true;
  if (typeof own === 'number') return Object.is(own, held);
  if (Array.isArray(own)) {
    return (
      Array.isArray(held) && own.length === held.length && own.every((each, i) => isSameValue(each, held[i], names))
    );
  }
  return false;
}

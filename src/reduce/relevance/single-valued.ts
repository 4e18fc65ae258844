/**
 * Single-valued locations (section 3.5 of the redundant states paper): bytes of global variables that no instruction has written on
 * any path so far hold the same value everywhere, so comparing them is wasted. Visits leave them out, and get them back
 * before the first write takes effect: what was left out is kept with the visit, so nothing is sliced anew.
 */
import type { MemoryObject } from '../../machine/value.ts';
import type { Key } from './decision-tree.ts';
import { byteKey, type LocationKey, objectOfKey, offsetOfKey } from './needs.ts';

/** Pairs that are compared, some of which were left out. */
export interface Holder {
  readonly pairs: Map<LocationKey, Key>;
  readonly leftOut: Map<LocationKey, Key>;
}

export class SingleValued {
  /** Bytes of each global that were written, by object; true when any may have been. */
  private readonly written = new Map<number, Set<number> | true>();
  private readonly holders = new Map<LocationKey, Holder[]>();

  constructor(private readonly objects: ReadonlyMap<number, MemoryObject>) {}

  /** Whether every state holds the same number there. */
  has(location: LocationKey, value: Key): boolean {
    if (location < 0 || typeof value !== 'number') return false;
    const id = objectOfKey(location);
    const { kind } = this.objects.get(id)!;
    if (kind !== 'global' && kind !== 'constant') return false;
    const written = this.written.get(id);
    return written === undefined || (written !== true && !written.has(offsetOfKey(location)));
  }

  leftOut(holder: Holder): void {
    for (const location of holder.leftOut.keys()) {
      const known = this.holders.get(location);
      if (known === undefined) this.holders.set(location, [holder]);
      else known.push(holder);
    }
  }

  /** A write is about to happen; -1 for somewhere in the object. */
  write({ id, kind }: MemoryObject, offset: number, size: number): void {
    if (kind !== 'global') return;
    let written = this.written.get(id);
    if (written === true) return;
    if (offset < 0) {
      this.written.set(id, true);
      for (const location of this.holders.keys()) if (objectOfKey(location) === id) this.giveBack(location);
      return;
    }
    if (written === undefined) {
      written = new Set();
      this.written.set(id, written);
    }
    for (let at = offset; at < offset + size; at++) {
      if (written.has(at)) continue;
      written.add(at);
      this.giveBack(byteKey(id, at));
    }
  }

  private giveBack(location: LocationKey): void {
    for (const { pairs, leftOut } of this.holders.get(location) ?? []) {
      const value = leftOut.get(location);
      if (value === undefined) continue;
      pairs.set(location, value);
      leftOut.delete(location);
    }
    this.holders.delete(location);
  }
}

/**
 * The visits of one place, found by what a state holds. A bucket of visits is searched one by one; one that grows too large is
 * divided by the location in which its visits differ most. Visits that do not look at that location are kept aside and
 * searched too. Keys only tell apart: whether a visit agrees is for the visit to say.
 */
import { Term } from '../../expr/term.ts';
import type { ObjectState } from '../../machine/memory/object-state.ts';
import type { Frame, State } from '../../machine/state.ts';
import { type MemoryObject, Pointer, type Value } from '../../machine/value.ts';
import { canBeRenamed } from './object-names.ts';
import type { ExploredVisit } from './visit.ts';

/** Visits that are searched one by one. */
const BUCKET = 6;
/** Bytes of memory that are one location. */
export const WORD = 4;

/** A register: depth and number. A word of memory: object and offset, negative. */
export type VisitLocation = number;

const REGISTERS = 0x10000;
const OFFSETS = 0x1000000;

export function visitRegister(depth: number, register: number): VisitLocation {
  return depth * REGISTERS + register;
}

export function wordLocation(object: number, offset: number): VisitLocation {
  return -(object * OFFSETS + offset) - 1;
}

/** Equal for equal values, and rarely for others; null for one that is not told apart from any. */
export function keyOf(value: Value): number | null {
  if (typeof value === 'number') return value;
  if (value instanceof Term) return 0x1_0000_0000 + value.id;
  if (value instanceof Pointer) {
    const offset = typeof value.offset === 'number' ? value.offset : value.offset.id;
    return canBeRenamed(value.object) ? 0x8_0000_0000 + offset : -(value.object.id * OFFSETS + offset) - 1;
  }
  return null;
}

export function keyOfWord(held: ObjectState, offset: number): number | null {
  if (offset + WORD > held.size) return null;
  if (held.isConcrete(offset, WORD)) return held.readConcrete(offset, WORD) as number;
  const cell = held.cellAt(offset);
  return cell === null ? null : keyOf(cell.value);
}

/** What a state holds at a location. */
export function keyAt(
  location: VisitLocation,
  state: State,
  frames: readonly Frame[],
  objects: readonly MemoryObject[],
): number | null {
  if (location >= 0) return keyOf(frames[Math.floor(location / REGISTERS)].registers[location % REGISTERS]);
  const code = -location - 1;
  const held = state.memory.get(objects[Math.floor(code / OFFSETS)]);
  return held === undefined ? null : keyOfWord(held, code % OFFSETS);
}

class Division {
  readonly byKey = new Map<number, VisitIndex>();
  readonly aside = new VisitIndex();

  constructor(readonly location: VisitLocation) {}

  add(visit: ExploredVisit): void {
    const key = visit.keys.get(this.location);
    if (key === undefined || key === null) {
      this.aside.add(visit);
      return;
    }
    let index = this.byKey.get(key);
    if (index === undefined) {
      index = new VisitIndex();
      this.byKey.set(key, index);
    }
    index.add(visit);
  }
}

export class VisitIndex {
  private visits: ExploredVisit[] = [];
  private division: Division | null = null;
  /** Visits in a bucket that nothing divides; tried again when there are twice as many. */
  private mostUndivided = BUCKET;
  size = 0;

  add(visit: ExploredVisit): void {
    this.size++;
    if (this.division !== null) {
      this.division.add(visit);
      return;
    }
    this.visits.unshift(visit);
    if (this.visits.length > this.mostUndivided) this.divide();
  }

  /** The first that agrees. */
  find(
    keyAt: (location: VisitLocation) => number | null,
    agrees: (visit: ExploredVisit) => boolean,
  ): ExploredVisit | null {
    const { division } = this;
    if (division === null) {
      for (const visit of this.visits) if (agrees(visit)) return visit;
      return null;
    }
    const key = keyAt(division.location);
    const found = key === null ? null : (division.byKey.get(key)?.find(keyAt, agrees) ?? null);
    return found ?? division.aside.find(keyAt, agrees);
  }

  private divide(): void {
    const location = this.mostTelling();
    if (location === null) {
      this.mostUndivided *= 2;
      return;
    }
    const division = new Division(location);
    for (let i = this.visits.length - 1; i >= 0; i--) division.add(this.visits[i]);
    this.visits = [];
    this.division = division;
  }

  /** The location with most different values, if it tells enough of them apart. */
  private mostTelling(): VisitLocation | null {
    const seen = new Map<VisitLocation, Set<number>>();
    for (const { keys } of this.visits) {
      for (const [location, key] of keys) {
        if (key === null) continue;
        let values = seen.get(location);
        if (values === undefined) {
          values = new Set();
          seen.set(location, values);
        }
        values.add(key);
      }
    }
    let best: VisitLocation | null = null;
    let most = 1;
    for (const [location, { size }] of seen) {
      if (size <= most) continue;
      most = size;
      best = location;
    }
    return best;
  }
}

/**
 * What calls into the modelled library ask of the state, kept by what they did.
 *
 * Programs print, compare strings and exit, and do so with the same plain numbers on path after path. Where every register
 * that a call set is what it was on another path, and nothing was decided, the call asks the same of the state as it
 * did then. Comparing is an order of magnitude cheaper than finding out again.
 */
import type { FunctionCode } from '../../machine/code.ts';
import { type MemoryObject, Pointer, type Value } from '../../machine/value.ts';
import type { SegmentRun } from './path.ts';
import type { Precondition } from './summary.ts';

interface Footprint {
  readonly runs: readonly SegmentRun[];
  readonly precondition: Precondition;
}

/** Calls of one function that are kept apart. */
const MOST_CALLS_KEPT_APART = 64;

export class Footprints {
  private readonly byCode = new Map<FunctionCode, Footprint[]>();
  /** Calls that were not looked at again. */
  found = 0;

  /** The runs [from, to) are one call. */
  find(runs: readonly SegmentRun[], from: number, to: number): Precondition | null {
    const known = this.byCode.get(runs[from].activation.code);
    if (known === undefined) return null;
    for (let i = known.length - 1; i >= 0; i--) {
      if (!isSame(known[i].runs, runs, from, to)) continue;
      this.found++;
      return known[i].precondition;
    }
    return null;
  }

  keep(runs: readonly SegmentRun[], from: number, to: number, precondition: Precondition): void {
    const { code } = runs[from].activation;
    const known = this.byCode.get(code);
    const footprint = { runs: runs.slice(from, to), precondition };
    if (known === undefined) this.byCode.set(code, [footprint]);
    else if (known.length < MOST_CALLS_KEPT_APART) known.push(footprint);
  }
}

/** Objects that the call itself made have other names each time: they are the same when they were made by the same step. */
function isSame(known: readonly SegmentRun[], runs: readonly SegmentRun[], from: number, to: number): boolean {
  if (known.length !== to - from || known[0].activation.depth !== runs[from].activation.depth) return false;
  let made: Map<MemoryObject, MemoryObject> | null = null;
  for (let i = 0; i < known.length; i++) {
    const a = known[i];
    const b = runs[from + i];
    if (a.segment !== b.segment || a.steps.length !== b.steps.length) return false;
    for (let k = 0; k < a.steps.length; k++) {
      const mine = a.steps[k];
      const other = b.steps[k];
      if (mine.kind !== other.kind) return false;
      if (mine.kind === 'allocation' && other.kind === 'allocation') {
        if (mine.size !== other.size) return false;
        made ??= new Map();
        made.set(mine.object, other.object);
      }
    }
    for (let k = 0; k < a.values.length; k++) if (!isSamePlain(a.values[k], b.values[k], made)) return false;
  }
  return true;
}

function isSamePlain(a: Value, b: Value, made: ReadonlyMap<MemoryObject, MemoryObject> | null): boolean {
  if (typeof a === 'number') return Object.is(a, b);
  if (a instanceof Pointer) {
    if (!(b instanceof Pointer) || typeof a.offset !== 'number' || a.offset !== b.offset) return false;
    return (made?.get(a.object) ?? a.object) === b.object;
  }
  return a === undefined && b === undefined;
}

/** Whether only plain values were computed, and nothing was decided. */
export function isPlainCall(runs: readonly SegmentRun[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const { values, steps, controls } = runs[i];
    for (const value of values) if (!isSamePlain(value, value, null)) return false;
    for (const entry of steps) {
      if (entry.kind !== 'access' && entry.kind !== 'allocation') return false;
      if (entry.kind === 'allocation' && entry.object.kind !== 'stack') return false;
    }
    for (const entry of controls) if (entry.kind !== 'access') return false;
  }
  return true;
}

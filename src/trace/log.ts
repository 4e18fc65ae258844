/**
 * What a path did, in order, as the machine reports it: cheap to write, shared between forks, and read only when
 * the path's dependences are asked for (see build.ts).
 *
 * A log owns its newest entries and refers to the log it was forked from for the older ones. Both sides of a fork go on
 * appending: the child to its own list, the parent to the list whose beginning the child refers to.
 */

import type { Term } from '../expr/term.ts';
import type { DecisionKind } from '../machine/client.ts';
import type { Segment, Site } from '../machine/code.ts';
import type { Recorder } from '../machine/recorder.ts';
import type { Frame, Shared, State } from '../machine/state.ts';
import { TraceOf } from '../machine/trace-of.ts';
import type { MemoryObject } from '../machine/value.ts';

export interface AccessEntry {
  readonly kind: 'access';
  readonly site: Site;
  readonly object: MemoryObject;
  readonly offset: number | Term;
  readonly size: number;
  readonly writes: boolean;
}
export interface DecisionEntry {
  readonly kind: 'decision';
  readonly site: Site;
  readonly condition: Term;
  readonly value: boolean;
  readonly why: DecisionKind;
}
export interface AllocationEntry {
  readonly kind: 'allocation';
  readonly site: Site;
  readonly object: MemoryObject;
  readonly size: number;
}
export interface InputEntry {
  readonly kind: 'input';
  readonly term: Term;
}
export interface ReturnEntry {
  readonly kind: 'return';
  readonly toOutermost: boolean;
}
/** The path ended inside this segment, at this site; null outside any. */
export interface EndEntry {
  readonly kind: 'end';
  readonly site: Site | null;
}
export interface SegmentEntry {
  readonly kind: 'segment';
  readonly segment: Segment;
}
export type LogEntry =
  | SegmentEntry
  | AccessEntry
  | DecisionEntry
  | AllocationEntry
  | InputEntry
  | ReturnEntry
  | EndEntry;

/**
 * Accesses are by far the most frequent, so they are not objects: a number (size and direction), then site, object and
 * offset. Everything else is an entry.
 */
type Slot = LogEntry | number | Site | MemoryObject | Term;

export class PathLog implements Shared {
  private readonly own: Slot[] = [];

  constructor(
    private readonly before: PathLog | null = null,
    private readonly ownBefore = 0,
  ) {}

  append(entry: Exclude<LogEntry, AccessEntry>): void {
    this.own.push(entry);
  }

  appendAccess(site: Site, object: MemoryObject, offset: number | Term, size: number, writes: boolean): void {
    this.own.push(writes ? size * 2 + 1 : size * 2, site, object, offset);
  }

  /** About how much has been appended since the fork. */
  get length(): number {
    return this.own.length;
  }

  fork(): PathLog {
    return new PathLog(this, this.own.length);
  }

  entries(): LogEntry[] {
    const logs: PathLog[] = [];
    for (let log: PathLog | null = this; log !== null; log = log.before) logs.push(log);
    const result: LogEntry[] = [];
    for (let i = logs.length - 1; i >= 0; i--) {
      logs[i].readInto(result, i === 0 ? logs[i].own.length : logs[i - 1].ownBefore);
    }
    return result;
  }

  private readInto(result: LogEntry[], end: number): void {
    const { own } = this;
    for (let at = 0; at < end; at++) {
      const slot = own[at];
      if (typeof slot !== 'number') {
        result.push(slot as LogEntry);
        continue;
      }
      const [site, object, offset] = [own[at + 1] as Site, own[at + 2] as MemoryObject, own[at + 3] as number | Term];
      result.push({ kind: 'access', site, object, offset, size: slot >>> 1, writes: (slot & 1) === 1 });
      at += 3;
    }
  }
}

/** Writes everything the machine reports into `state.trace`, a `PathLog` from the first report on. */
export class LogRecorder implements Recorder {
  /** By the id of the first instruction. */
  private readonly segments: (SegmentEntry | undefined)[] = [];

  executed(state: State, segment: Segment): void {
    let entry = this.segments[segment.firstId];
    if (entry === undefined || entry.segment !== segment) {
      entry = { kind: 'segment', segment };
      this.segments[segment.firstId] = entry;
    }
    logOf(state).append(entry);
  }
  access(state: State, site: Site, object: MemoryObject, offset: number | Term, size: number, writes: boolean): void {
    logOf(state).appendAccess(site, object, offset, size, writes);
  }
  decided(state: State, condition: Term, value: boolean, why: DecisionKind, site: Site): void {
    logOf(state).append({ kind: 'decision', site, condition, value, why });
  }
  allocated(state: State, site: Site, object: MemoryObject, size: number): void {
    logOf(state).append({ kind: 'allocation', site, object, size });
  }
  input(state: State, term: Term): void {
    logOf(state).append({ kind: 'input', term });
  }
  returned(state: State, _: Frame, caller: Frame | null): void {
    logOf(state).append({ kind: 'return', toOutermost: caller === null });
  }
  ended(state: State, site: Site | null): void {
    logOf(state).append({ kind: 'end', site });
  }
}

const LOGS = new TraceOf(PathLog);

export function logOf(state: State): PathLog {
  return LOGS.get(state, () => new PathLog());
}

/**
 * What a path leaves behind for weakest preconditions: the segments it ran with the values they computed, its accesses,
 * decisions, allocations, inputs and returns. Shared between forks like trace/log.ts, and entries keep their identity, so
 * two paths share exactly the entries of their common prefix.
 */

import type { Term } from '../../expr/term.ts';
import type { DecisionKind } from '../../machine/client.ts';
import type { Segment, Site } from '../../machine/code.ts';
import type { Memory } from '../../machine/memory/memory.ts';
import type { PathEnding } from '../../machine/outcome.ts';
import type { Recorder } from '../../machine/recorder.ts';
import type { Frame, Shared, State } from '../../machine/state.ts';
import { TraceOf } from '../../machine/trace-of.ts';
import type { MemoryObject, Value } from '../../machine/value.ts';
import type { AccessEntry, AllocationEntry, InputEntry } from '../../trace/log.ts';
import type { Definitions } from './definitions.ts';
import type { Location } from './locations.ts';
import type { Precondition } from './summary.ts';

export interface RunEntry {
  readonly kind: 'run';
  readonly segment: Segment;
  /** Of the registers the segment sets, in the order of `CodeFacts.kept`. */
  readonly values: readonly Value[];
  readonly depth: number;
  /** Of the innermost loop; 0 outside of loops. */
  readonly iteration: number;
}
export interface DecisionStep {
  readonly kind: 'decision';
  readonly site: Site;
  readonly value: boolean;
  readonly why: DecisionKind;
}
export interface ReturnMark {
  readonly kind: 'return';
}
export interface LastEntry {
  readonly kind: 'end';
  readonly site: Site | null;
  readonly values: readonly Value[];
}
/** Entries that belong to the execution of one instruction. */
export type StepEntry = AccessEntry | DecisionStep | AllocationEntry | InputEntry;
export type RecordEntry = RunEntry | StepEntry | ReturnMark | LastEntry;

/** The end of a path, and what is needed to find out later what made it go there. */
export class Leaf {
  constructor(
    readonly fork: Fork,
    /** Where it stands among leaves and complete forks. */
    readonly completed: number,
    readonly record: PathRecord,
    readonly ending: PathEnding,
    /** Memory at the end. */
    readonly memory: Memory,
    /** What the state satisfied where it was cut; null for a path that was not. */
    readonly cutBy: Precondition | null,
  ) {}
}

/**
 * A place where a path parted in two: the paths are a tree of these. Each has a precondition, the states at its location
 * whose continuations are all among those explored below it, and it is computed from those of its sides.
 */
export class Fork {
  readonly sides: (Fork | Leaf | null)[] = [null, null];
  private ended = 0;
  /** Paths below that have ended. */
  leaves = 0;
  /** Work below, in the units of worth.ts. */
  work = 0;
  /** Where it stands among leaves and complete forks; 0 while some path below has not ended. */
  completed = 0;
  precondition: Precondition | null = null;
  /** The preconditions of its sides, as far as they are known, moved here and joined. */
  joined: Precondition | null = null;
  /** Its precondition cannot be expressed, or is too large; the same is then true of every fork above. */
  isLost = false;
  /** Some path through here: kept when the others are not needed any more. */
  witness: Leaf | null = null;

  constructor(
    readonly parent: Fork | null,
    sideOfParent: number,
    /** Null where no summary is kept. */
    readonly location: Location | null,
    readonly site: Site | null,
    /** Entries of the record before it. */
    readonly index: number,
    /** The meter of worth.ts when the path came here. */
    readonly began: number,
  ) {
    if (parent !== null) parent.sides[sideOfParent] = this;
  }

  /** One instruction may part several times; the first time speaks for all. */
  get isFirstHere(): boolean {
    return this.parent === null || this.parent.location !== this.location;
  }

  /** One of the sides is over: returns whether the other was before. */
  endSide(): boolean {
    this.ended++;
    return this.ended === 2;
  }

  lose(): void {
    for (let fork: Fork | null = this; fork !== null && !fork.isLost; fork = fork.parent) {
      fork.isLost = true;
      fork.precondition = null;
      fork.joined = null;
      fork.witness = null;
    }
  }
}

/** What paths need to know when they part. */
export interface ForkPlaces {
  place(state: State, site: Site): Location | null;
  readonly meter: number;
  readonly isOn: boolean;
}

/** On one path: about 200 MB. A loop without an end must not take what other paths need. */
const MOST_ENTRIES = 1_000_000;

export class PathRecord implements Shared {
  private readonly own: RecordEntry[] = [];
  /** Entries of all records before this one. */
  private readonly start: number;
  lastFork: Fork | null = null;
  /** Which side of the last fork this is. */
  side = 0;
  /** What is being decided, in case the path parts. */
  deciding: State | null = null;
  decidingAt: Site | null = null;

  constructor(
    private readonly places: ForkPlaces,
    private readonly before: PathRecord | null = null,
    ownBefore = 0,
    public lastRun: RunEntry | null = null,
  ) {
    this.start = before === null ? 0 : before.start + ownBefore;
  }

  /** What it does from here on is not kept, so it says nothing about other paths. */
  get isTooLong(): boolean {
    return this.length >= MOST_ENTRIES;
  }

  append(entry: RecordEntry): void {
    if (!this.isTooLong) this.own.push(entry);
  }

  fork(): PathRecord {
    if (!this.places.isOn) return this;
    const { places, lastFork, deciding, decidingAt } = this;
    const location = deciding === null || decidingAt === null ? null : places.place(deciding, decidingAt);
    const fork = new Fork(lastFork, this.side, location, decidingAt, this.length, places.meter);
    const copy = new PathRecord(places, this, this.own.length, this.lastRun);
    copy.lastFork = fork;
    copy.side = 1;
    this.lastFork = fork;
    this.side = 0;
    return copy;
  }

  /** Entries of its own: what is freed with it, at least. */
  get ownLength(): number {
    return this.own.length;
  }

  get length(): number {
    return this.start + this.own.length;
  }

  /** How many entries two records have in common, from the start. Costs as much as there are forks between them. */
  commonWith(other: PathRecord): number {
    const ends = new Map<PathRecord, number>();
    let end = this.length;
    for (let each: PathRecord | null = this; each !== null; each = each.before) {
      ends.set(each, end);
      end = each.start;
    }
    end = other.length;
    for (let each: PathRecord | null = other; each !== null; each = each.before) {
      const mine = ends.get(each);
      if (mine !== undefined) return Math.min(mine, end);
      end = each.start;
    }
    return 0;
  }

  /** Visits the entries from an index on. */
  forEachFrom(index: number, visit: (entry: RecordEntry, at: number) => void): void {
    const parts: PathRecord[] = [];
    const ends: number[] = [];
    let end = this.length;
    for (let each: PathRecord | null = this; each !== null && end > index; each = each.before) {
      parts.push(each);
      ends.push(end);
      end = each.start;
    }
    for (let i = parts.length - 1; i >= 0; i--) {
      const { own, start } = parts[i];
      for (let at = Math.max(index, start); at < ends[i]; at++) visit(own[at - start], at);
    }
  }
}

const RECORDS = new TraceOf(PathRecord);

const RETURN: ReturnMark = { kind: 'return' };

export class PathRecorder implements Recorder {
  /** Instructions are also executed to find out what they mean (see replay.ts); that is no part of any path. */
  paused = false;
  /** Off when nothing is to be learnt from paths any more. */
  isOn = true;

  constructor(
    private readonly definitions: Definitions,
    private readonly places: ForkPlaces,
  ) {}

  recordOf(state: State): PathRecord {
    return RECORDS.get(state, () => new PathRecord(this.places));
  }

  executed(state: State, segment: Segment): void {
    if (!this.isOn) return;
    const { frame } = state;
    const loop = segment.code.loops.innermost[segment.block.index];
    const iteration = loop === -1 ? 0 : (frame.registers[segment.code.counters[loop]] as number);
    const record = this.recordOf(state);
    const last = record.lastRun;
    // A state forked by a control step repeats it, and reports the segment once more.
    if (last !== null && last.segment === segment && last.depth === frame.depth && last.iteration === iteration) return;
    const values = this.valuesOf(frame, segment);
    record.lastRun = { kind: 'run', segment, values, depth: frame.depth, iteration };
    record.append(record.lastRun);
  }
  access(state: State, site: Site, object: MemoryObject, offset: number | Term, size: number, writes: boolean): void {
    if (this.isOn && !this.paused) this.recordOf(state).append({ kind: 'access', site, object, offset, size, writes });
  }
  decided(state: State, _: Term, value: boolean, why: DecisionKind, site: Site): void {
    if (this.paused || !this.isOn) return;
    this.recordOf(state).append({ kind: 'decision', site, value, why });
  }
  allocated(state: State, site: Site, object: MemoryObject, size: number): void {
    if (!this.isOn) return;
    this.recordOf(state).append({ kind: 'allocation', site, object, size });
  }
  input(state: State, term: Term): void {
    if (!this.isOn) return;
    this.recordOf(state).append({ kind: 'input', term });
  }
  returned(state: State): void {
    if (!this.isOn) return;
    this.recordOf(state).append(RETURN);
  }
  ended(state: State, site: Site | null): void {
    if (!this.isOn) return;
    const values = site === null ? [] : this.valuesOf(state.frame, site.segment);
    this.recordOf(state).append({ kind: 'end', site, values });
  }

  private valuesOf(frame: Frame, segment: Segment): readonly Value[] {
    const kept = this.definitions.keptBy(segment);
    const { registers } = frame;
    const values: Value[] = new Array(kept.length);
    for (let i = 0; i < kept.length; i++) values[i] = registers[kept[i]];
    return values;
  }
}

/**
 * What a path leaves behind for weakest preconditions: the segments it ran with the values they computed, its accesses,
 * decisions, allocations, inputs and returns. Shared between forks like trace/log.ts, and entries keep their identity, so
 * two paths share exactly the entries of their common prefix.
 */
import type { Term } from '../../expr/term.ts';
import type { Segment, Site } from '../../machine/code.ts';
import type { DecisionKind, Recorder } from '../../machine/machine.ts';
import type { Frame, Shared, State } from '../../machine/state.ts';
import type { MemoryObject, Value } from '../../machine/value.ts';
import type { Definitions } from './definitions.ts';
import type { Location } from './locations.ts';

export interface RunEntry {
  readonly kind: 'run';
  readonly segment: Segment;
  /** Of the registers the segment sets, in the order of `CodeFacts.kept`. */
  readonly values: readonly Value[];
  readonly depth: number;
  /** Of the innermost loop; 0 outside of loops. */
  readonly iteration: number;
}
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
  readonly value: boolean;
  readonly why: DecisionKind;
  /** Null where no summary is kept. */
  readonly location: Location | null;
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
}
export interface EndEntry {
  readonly kind: 'end';
  readonly site: Site | null;
  readonly values: readonly Value[];
}
/** Entries that belong to the execution of one instruction. */
export type StepEntry = AccessEntry | DecisionEntry | AllocationEntry | InputEntry;
export type Entry = RunEntry | StepEntry | ReturnEntry | EndEntry;

export class PathRecord implements Shared {
  private readonly own: Entry[] = [];
  /** Entries of all records before this one. */
  private readonly start: number;

  constructor(
    private readonly before: PathRecord | null = null,
    ownBefore = 0,
    public lastRun: RunEntry | null = null,
  ) {
    this.start = before === null ? 0 : before.start + ownBefore;
  }

  append(entry: Entry): void {
    this.own.push(entry);
  }

  fork(): PathRecord {
    return new PathRecord(this, this.own.length, this.lastRun);
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

  /** The entries from an index on. */
  entriesFrom(index: number): Entry[] {
    const parts: Entry[][] = [];
    let end = this.length;
    for (let each: PathRecord | null = this; each !== null && end > index; each = each.before) {
      parts.push(each.own.slice(Math.max(0, index - each.start), end - each.start));
      end = each.start;
    }
    return parts.length === 1 ? parts[0] : parts.reverse().flat();
  }
}

export function recordOf(state: State): PathRecord {
  if (state.trace === null) state.trace = new PathRecord();
  return state.trace as PathRecord;
}

const RETURN: ReturnEntry = { kind: 'return' };

export class PathRecorder implements Recorder {
  /** Instructions are also executed to find out what they mean (see meaning.ts); that is no part of any path. */
  paused = false;

  constructor(
    private readonly definitions: Definitions,
    private readonly locate: (state: State, site: Site, why: DecisionKind) => Location | null,
  ) {}

  executed(state: State, segment: Segment): void {
    const { frame } = state;
    const loop = segment.code.loops.innermost[segment.block.index];
    const iteration = loop === -1 ? 0 : (frame.registers[segment.code.counters[loop]] as number);
    const record = recordOf(state);
    const last = record.lastRun;
    // A state forked by a control step repeats it, and reports the segment once more.
    if (last !== null && last.segment === segment && last.depth === frame.depth && last.iteration === iteration) return;
    const values = this.valuesOf(frame, segment);
    record.lastRun = { kind: 'run', segment, values, depth: frame.depth, iteration };
    record.append(record.lastRun);
  }
  access(state: State, site: Site, object: MemoryObject, offset: number | Term, size: number, writes: boolean): void {
    if (!this.paused) recordOf(state).append({ kind: 'access', site, object, offset, size, writes });
  }
  decided(state: State, _: Term, value: boolean, why: DecisionKind, site: Site): void {
    if (this.paused) return;
    recordOf(state).append({ kind: 'decision', site, value, why, location: this.locate(state, site, why) });
  }
  allocated(state: State, site: Site, object: MemoryObject, size: number): void {
    recordOf(state).append({ kind: 'allocation', site, object, size });
  }
  input(state: State, term: Term): void {
    recordOf(state).append({ kind: 'input', term });
  }
  returned(state: State): void {
    recordOf(state).append(RETURN);
  }
  ended(state: State, site: Site | null): void {
    const values = site === null ? [] : this.valuesOf(state.frame, site.segment);
    recordOf(state).append({ kind: 'end', site, values });
  }

  private valuesOf(frame: Frame, segment: Segment): readonly Value[] {
    const kept = this.definitions.keptBy(segment);
    const { registers } = frame;
    const values: Value[] = new Array(kept.length);
    for (let i = 0; i < kept.length; i++) values[i] = registers[kept[i]];
    return values;
  }
}

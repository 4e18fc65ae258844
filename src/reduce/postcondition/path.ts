/**
 * The path whose preconditions are being computed: its runs of segments, activations of functions and writes to memory,
 * indexed so that "who set this register, or these bytes, before that moment" is a short search.
 *
 * Paths are followed one after the other, and in a depth first search each shares most of itself with the one before.
 * `follow` keeps the common part and everything computed for it, and takes up the new entries only.
 */

import type { Term } from '../../expr/term.ts';
import type { FunctionCode, Segment } from '../../machine/code.ts';
import type { MemoryObject, Value } from '../../machine/value.ts';
import type { Instruction } from '../../program/instructions.ts';
import { orderOf } from './definitions.ts';
import type { Location } from './locations.ts';
import type { Node } from './nodes.ts';
import type { AccessEntry, AllocationEntry, Entry, PathRecord, StepEntry } from './record.ts';

/** A moment of the path: a run of a segment, and the order of an instruction in it. */
const ORDERS = 2 ** 20;

export class Run {
  readonly steps: StepEntry[] = [];
  /** Of the control step: those come after the run's own entry. */
  controls: StepEntry[] = [];
  /** The run whose return led here. */
  returnedFrom: Run | null = null;
  nodes: Map<number, Node> | null = null;

  constructor(
    /** Index of its entry in the path's record. */
    readonly index: number,
    readonly activation: Activation,
    readonly segment: Segment,
    readonly values: readonly Value[],
    readonly previous: Run | null,
    /** The instruction at which the path ended, when that is in the middle of this run. */
    readonly until: Instruction | null,
  ) {}

  timeOf(instruction: Instruction): number {
    return this.timeAt(orderOf(this.segment, instruction));
  }

  timeAt(order: number): number {
    return this.index * ORDERS + order;
  }

  entriesOf(instruction: Instruction): StepEntry[] {
    return this.steps
      .concat(this.controls)
      .filter((entry) => entry.kind !== 'input' && entry.site.instruction === instruction);
  }
}

export class Activation {
  readonly runs = new Map<Segment, Run[]>();
  last: Run | null = null;

  constructor(
    readonly code: FunctionCode,
    readonly caller: Activation | null,
    readonly call: Run | null,
    readonly depth: number,
  ) {}

  /** The last run of the segment whose `order` is before `time`. */
  lastRun(segment: Segment, order: number, time: number): Run | null {
    const runs = this.runs.get(segment);
    if (runs === undefined) return null;
    for (let i = runs.length - 1; i >= 0; i--) if (runs[i].timeAt(order) < time) return runs[i];
    return null;
  }
}

export interface Write {
  readonly entry: AccessEntry | AllocationEntry;
  readonly run: Run;
  readonly time: number;
  readonly index: number;
  nodes: Map<number, Node> | null;
}

/** A location the path passed, and the conditions there for the rest of the path to repeat. */
export interface PathLocation {
  readonly location: Location;
  readonly time: number;
  readonly index: number;
  /** Condition to the index of the run it comes from: what a path that parts earlier does not keep. */
  readonly branches: Map<Term, number>;
  readonly pins: Map<Term, number>;
}

export class Path {
  runs: Run[] = [];
  locations: PathLocation[] = [];
  readonly writes = new Map<MemoryObject, Write[]>();
  readonly initial = new Map<MemoryObject, Map<number, Node>>();
  private record: PathRecord | null = null;
  private writeOrder: Write[] = [];
  private current: Activation | null = null;
  private returning: Run | null = null;

  /** Takes up a path; returns the index of the first run that is new in any way. */
  follow(record: PathRecord, reuse: boolean): number {
    const common = reuse && this.record !== null ? record.commonWith(this.record) : 0;
    while (this.runs.length > 0 && (this.last.index >= common || this.last.until !== null)) this.dropRun();
    const kept = this.runs.length === 0 ? -1 : this.last.index;
    while (this.writeOrder.length > 0 && this.writeOrder[this.writeOrder.length - 1].index > kept) {
      this.writes.get(this.writeOrder.pop()!.entry.object)!.pop();
    }
    while (this.locations.length > 0 && this.locations[this.locations.length - 1].index > kept) this.locations.pop();
    if (this.locations.some(({ location }) => location.isClosed)) {
      this.locations = this.locations.filter(({ location }) => !location.isClosed);
    }
    for (const { branches, pins } of this.locations) {
      for (const [term, birth] of branches) if (birth > kept) branches.delete(term);
      for (const [term, birth] of pins) if (birth > kept) pins.delete(term);
    }
    this.current = kept < 0 ? null : this.last.activation;
    this.returning = null;
    if (kept >= 0) this.last.controls = [];
    this.record = record;
    this.takeUp(record.entriesFrom(kept + 1), kept + 1);
    return kept;
  }

  get last(): Run {
    return this.runs[this.runs.length - 1];
  }

  private dropRun(): void {
    const run = this.runs.pop()!;
    run.activation.runs.get(run.segment)!.pop();
    run.activation.last = run.previous;
  }

  private takeUp(entries: readonly Entry[], from: number): void {
    let pending: StepEntry[] = [];
    for (const [at, entry] of entries.entries()) {
      const index = from + at;
      switch (entry.kind) {
        case 'run':
          this.addRun(index, entry.segment, entry.values, null, pending);
          pending = [];
          break;
        case 'return':
          this.returning = this.last;
          this.current = this.current!.caller;
          break;
        case 'end': {
          const { site } = entry;
          if (site !== null && !(this.runs.length > 0 && this.isControlOfLast(site.instruction, site.segment))) {
            this.addRun(index, site.segment, entry.values, site.instruction, pending);
          }
          break;
        }
        default: {
          const isControl = entry.kind !== 'input' && this.isControlOfLast(entry.site.instruction, entry.site.segment);
          if (isControl && pending.length === 0) {
            this.last.controls.push(entry);
            this.note(entry, this.last, this.last.index + 1);
          } else pending.push(entry);
        }
      }
    }
  }

  private isControlOfLast(instruction: Instruction, segment: Segment): boolean {
    if (this.runs.length === 0 || this.last.until !== null) return false;
    return this.last.segment === segment && segment.controlSite.instruction === instruction && this.returning === null;
  }

  private addRun(
    index: number,
    segment: Segment,
    values: readonly Value[],
    until: Instruction | null,
    pending: readonly StepEntry[],
  ): void {
    const activation = this.activationOf(segment);
    const run = new Run(index, activation, segment, values, activation.last, until);
    run.returnedFrom = this.returning;
    this.returning = null;
    activation.last = run;
    const same = activation.runs.get(segment);
    if (same === undefined) activation.runs.set(segment, [run]);
    else same.push(run);
    this.runs.push(run);
    for (const entry of pending) {
      run.steps.push(entry);
      this.note(entry, run, index);
    }
  }

  private activationOf(segment: Segment): Activation {
    const { current } = this;
    if (current !== null && this.returning !== null) return current;
    if (current !== null) {
      const before = this.last.segment;
      // Behind a call there is either the callee's entry or, for a function without a body, the rest of the block.
      if (before.following === null || before.following === segment) return current;
    }
    const call = current === null ? null : this.last;
    const next = new Activation(segment.code, current, call, current === null ? 1 : current.depth + 1);
    this.current = next;
    return next;
  }

  private note(entry: StepEntry, run: Run, birth: number): void {
    if (entry.kind === 'allocation' || (entry.kind === 'access' && entry.writes)) {
      const write: Write = { entry, run, time: run.timeOf(entry.site.instruction), index: birth, nodes: null };
      const writes = this.writes.get(entry.object);
      if (writes === undefined) this.writes.set(entry.object, [write]);
      else writes.push(write);
      this.writeOrder.push(write);
    } else if (entry.kind === 'decision' && entry.location !== null && !entry.location.isClosed) {
      const time = run.timeOf(entry.site.instruction);
      const last = this.locations[this.locations.length - 1];
      if (last === undefined || last.time !== time) {
        this.locations.push({ location: entry.location, time, index: birth, branches: new Map(), pins: new Map() });
      }
    }
  }
}

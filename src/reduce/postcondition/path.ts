/**
 * The path whose preconditions are being computed: its runs of segments, activations of functions and writes to memory,
 * indexed so that "who set this register, or these bytes, before that moment" is a short search.
 *
 * Paths are followed one after the other, and in a depth first search each shares most of itself with the one before.
 * `follow` keeps the common part and everything computed for it, and takes up the new entries only.
 */

import type { FunctionCode, Segment } from '../../machine/code.ts';
import type { MemoryObject, Value } from '../../machine/value.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { AccessEntry, AllocationEntry } from '../../trace/log.ts';
import { orderOf } from './definitions.ts';
import type { Node } from './nodes.ts';
import type { Fork, PathRecord, RecordEntry, StepEntry } from './record.ts';

/** A moment of the path: a run of a segment, and the order of an instruction in it. */
const ORDERS_PER_RUN = 2 ** 20;

const NO_ENTRIES: readonly StepEntry[] = [];

export class SegmentRun {
  steps: readonly StepEntry[] = NO_ENTRIES;
  /** Of the control step: those come after the run's own entry. */
  controls: readonly StepEntry[] = NO_ENTRIES;
  /** The run whose return led here. */
  returnedFrom: SegmentRun | null = null;
  /** Of the registers it set, by their position among the values. */
  nodes: (Node | undefined)[] | null = null;

  constructor(
    /** Index of its entry in the path's record. */
    readonly index: number,
    readonly activation: Activation,
    readonly segment: Segment,
    readonly values: readonly Value[],
    readonly previous: SegmentRun | null,
    /** The instruction at which the path ended, when that is in the middle of this run. */
    readonly until: Instruction | null,
  ) {}

  timeOf(instruction: Instruction): number {
    return this.timeAt(orderOf(this.segment, instruction));
  }

  timeAt(order: number): number {
    return this.index * ORDERS_PER_RUN + order;
  }

  entriesOf(instruction: Instruction): StepEntry[] {
    const isOf = (entry: StepEntry): boolean => entry.kind !== 'input' && entry.site.instruction === instruction;
    const steps = this.steps.filter(isOf);
    return this.controls.length === 0 ? steps : steps.concat(this.controls.filter(isOf));
  }
}

export class Activation {
  readonly runs = new Map<Segment, SegmentRun[]>();
  last: SegmentRun | null = null;

  constructor(
    readonly code: FunctionCode,
    readonly caller: Activation | null,
    readonly call: SegmentRun | null,
    readonly depth: number,
  ) {}

  /** The last run of the segment whose `order` is before `time`. */
  lastRun(segment: Segment, order: number, time: number): SegmentRun | null {
    const runs = this.runs.get(segment);
    if (runs === undefined) return null;
    for (let i = runs.length - 1; i >= 0; i--) if (runs[i].timeAt(order) < time) return runs[i];
    return null;
  }
}

export interface Write {
  readonly entry: AccessEntry | AllocationEntry;
  readonly run: SegmentRun;
  readonly time: number;
  readonly index: number;
  nodes: Map<number, Node> | null;
}

export class Path {
  runs: SegmentRun[] = [];
  readonly writes = new Map<MemoryObject, Write[]>();
  /** Those of them that made the object. */
  readonly allocations = new Map<MemoryObject, Write[]>();
  readonly initial = new Map<MemoryObject, Map<number, Node>>();
  private record: PathRecord | null = null;
  private writeOrder: Write[] = [];
  private current: Activation | null = null;
  private returning: SegmentRun | null = null;
  /** Entries of a run that has not been entered yet. */
  private waiting: StepEntry[] = [];

  /** Takes up a path, from where it parts from the one before. */
  follow(record: PathRecord): void {
    if (record === this.record) return;
    const common = this.record !== null ? record.commonWith(this.record) : 0;
    while (this.runs.length > 0 && (this.last.index >= common || this.last.until !== null)) this.dropRun();
    const kept = this.runs.length === 0 ? -1 : this.last.index;
    while (this.writeOrder.length > 0 && this.writeOrder[this.writeOrder.length - 1].index > kept) {
      const { entry } = this.writeOrder.pop()!;
      this.writes.get(entry.object)!.pop();
      if (entry.kind === 'allocation') this.allocations.get(entry.object)!.pop();
    }
    this.current = kept < 0 ? null : this.last.activation;
    this.returning = null;
    if (kept >= 0) this.last.controls = NO_ENTRIES;
    this.record = record;
    this.waiting = [];
    record.forEachFrom(kept + 1, this.takeUp);
  }

  /** The position among the runs of the one during which the path parted. */
  runOf(fork: Fork): number {
    const { runs } = this;
    let low = 0;
    let high = runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (runs[middle].index < fork.index) low = middle + 1;
      else high = middle;
    }
    // A run is entered when its steps are done: decisions of steps come before that, those of the control step after.
    const site = fork.site!;
    return site === site.segment.controlSite ? low - 1 : low;
  }

  get last(): SegmentRun {
    return this.runs[this.runs.length - 1];
  }

  private dropRun(): void {
    const run = this.runs.pop()!;
    run.activation.runs.get(run.segment)!.pop();
    run.activation.last = run.previous;
  }

  private readonly takeUp = (entry: RecordEntry, index: number): void => {
    switch (entry.kind) {
      case 'run':
        this.addRun(index, entry.segment, entry.values, null);
        return;
      case 'return':
        this.returning = this.last;
        this.current = this.current!.caller;
        return;
      case 'end': {
        const { site } = entry;
        if (site !== null && !(this.runs.length > 0 && this.isControlOfLast(site.instruction, site.segment))) {
          this.addRun(index, site.segment, entry.values, site.instruction);
        }
        return;
      }
      default: {
        const isControl = entry.kind !== 'input' && this.isControlOfLast(entry.site.instruction, entry.site.segment);
        if (isControl && this.waiting.length === 0) {
          this.last.controls = [...this.last.controls, entry];
          this.note(entry, this.last, this.last.index + 1);
        } else this.waiting.push(entry);
      }
    }
  };

  private isControlOfLast(instruction: Instruction, segment: Segment): boolean {
    if (this.runs.length === 0 || this.last.until !== null) return false;
    return this.last.segment === segment && segment.controlSite.instruction === instruction && this.returning === null;
  }

  private addRun(index: number, segment: Segment, values: readonly Value[], until: Instruction | null): void {
    const activation = this.activationOf(segment);
    const run = new SegmentRun(index, activation, segment, values, activation.last, until);
    run.returnedFrom = this.returning;
    this.returning = null;
    activation.last = run;
    const same = activation.runs.get(segment);
    if (same === undefined) activation.runs.set(segment, [run]);
    else same.push(run);
    this.runs.push(run);
    if (this.waiting.length === 0) return;
    run.steps = this.waiting;
    this.waiting = [];
    for (const entry of run.steps) this.note(entry, run, index);
  }

  private activationOf(segment: Segment): Activation {
    const { current } = this;
    if (current !== null && this.returning !== null) return current;
    if (current !== null) {
      const before = this.last.segment;
      // After a call there is either the callee's entry or, for a function without a body, the rest of the block.
      if (before.following === null || before.following === segment) return current;
    }
    const call = current === null ? null : this.last;
    const next = new Activation(segment.code, current, call, current === null ? 1 : current.depth + 1);
    this.current = next;
    return next;
  }

  private note(entry: StepEntry, run: SegmentRun, birth: number): void {
    if (entry.kind === 'allocation' || (entry.kind === 'access' && entry.writes)) {
      const write: Write = { entry, run, time: run.timeOf(entry.site.instruction), index: birth, nodes: null };
      const writes = this.writes.get(entry.object);
      if (writes === undefined) this.writes.set(entry.object, [write]);
      else writes.push(write);
      if (entry.kind === 'allocation') {
        const allocations = this.allocations.get(entry.object);
        if (allocations === undefined) this.allocations.set(entry.object, [write]);
        else allocations.push(write);
      }
      this.writeOrder.push(write);
    }
  }
}

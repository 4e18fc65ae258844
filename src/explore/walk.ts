/**
 * What a run on given values did, by source lines: which lines it reached, and, for a run that a reader wants to follow, line after line
 * with what was assigned there. Programs are loaded with their locals in memory for it (`keepLocals`), so an assignment is a store.
 */

import type { Scalar } from '../expr/scalar.ts';
import type { Term } from '../expr/term.ts';
import type { Segment, Site } from '../machine/code.ts';
import { nameOf } from '../machine/semantics/observe.ts';
import { SilentRecorder } from '../machine/silent-recorder.ts';
import type { State } from '../machine/state.ts';
import { type MemoryObject, Pointer } from '../machine/value.ts';
import type { SourcePosition } from '../program/debug.ts';
import { type Instruction, successorsOf } from '../program/instructions.ts';
import type { Block, ProgramFunction } from '../program/program.ts';

type Counts = (fn: ProgramFunction) => boolean;

/** Lines by dense numbers. */
export class LineTrails extends SilentRecorder {
  /** `file:line` of each number. */
  readonly lines: SourcePosition[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly ofSegment = new Map<Segment, readonly number[]>();
  private reached = new Set<number>();

  constructor(private readonly counts: Counts) {
    super();
  }

  /** Lines of the run that was heard of since it was asked last. */
  take(): ReadonlySet<number> {
    const { reached } = this;
    this.reached = new Set();
    return reached;
  }

  override executed(_: State, segment: Segment): void {
    let lines = this.ofSegment.get(segment);
    if (lines === undefined) {
      lines = this.linesOf(segment, segment.endId);
      this.ofSegment.set(segment, lines);
    }
    for (const line of lines) this.reached.add(line);
  }

  override ended(_: State, site: Site | null): void {
    if (site === null) return;
    for (const line of this.linesOf(site.segment, site.instruction.id + 1)) this.reached.add(line);
  }

  jumped(): void {}

  private linesOf(segment: Segment, end: number): number[] {
    if (!this.counts(segment.block.function)) return [];
    const places = instructionsOf(segment, end).flatMap(({ position }) => (hasLine(position) ? [position] : []));
    return [...new Set(places.map((position) => this.numberOf(position)))];
  }

  private numberOf(position: SourcePosition): number {
    const key = `${position.file.path}:${position.line}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.lines.push(position) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }
}

/** A value that a line has put somewhere. */
export interface Assignment {
  readonly object: MemoryObject;
  readonly offset: number;
  readonly size: number;
  readonly value: Scalar | Term | Pointer;
  /** What the caller calls the object that a pointer leads to; null where it has no name for it. */
  readonly target: string | null;
}

export interface WalkStep {
  readonly position: SourcePosition;
  readonly function: ProgramFunction;
  /** How many calls lead here. */
  readonly depth: number;
  readonly assigned: readonly Assignment[];
  /** Which way its last branch went; null where it has none. */
  readonly taken: boolean | null;
}

/** The last steps of a long run are those that explain its end. */
const MOST_STEPS_KEPT = 4000;

type OpenStep = { -readonly [K in keyof WalkStep]: WalkStep[K] } & { assigned: Assignment[] };

export class PathWalk extends SilentRecorder {
  private steps: OpenStep[] = [];
  /** Steps before those that are kept. */
  private left = 0;
  private branch: { readonly ifTrue: Block; readonly ifFalse: Block; readonly step: OpenStep } | null = null;
  private written: (Omit<Assignment, 'value' | 'target'> & { readonly by: Instruction })[] = [];

  constructor(private readonly counts: Counts) {
    super();
  }

  take(): { readonly steps: readonly WalkStep[]; readonly left: number } {
    const { steps, left } = this;
    [this.steps, this.left, this.branch, this.written] = [[], 0, null, []];
    return { steps, left };
  }

  override access(
    _: State,
    { instruction: by }: Site,
    object: MemoryObject,
    offset: number | Term,
    size: number,
    writes: boolean,
  ): void {
    if (writes && typeof offset === 'number') this.written.push({ object, offset, size, by });
  }

  override executed(state: State, segment: Segment): void {
    this.settleBranch(segment.block);
    this.follow(state, segment, segment.endId);
    const { instruction } = segment.controlSite;
    const step = this.steps.at(-1);
    if (instruction.op === 'condbr' && step !== undefined && this.counts(segment.block.function)) {
      const [ifTrue, ifFalse] = successorsOf(instruction);
      this.branch = { ifTrue, ifFalse, step };
    }
  }

  override ended(state: State, site: Site | null): void {
    if (site === null) return;
    this.settleBranch(site.segment.block);
    this.follow(state, site.segment, site.instruction.id + 1);
  }

  jumped(): void {}

  private settleBranch(next: Block): void {
    const { branch } = this;
    this.branch = null;
    if (branch === null) return;
    const { ifTrue, ifFalse } = branch;
    if (ifTrue !== ifFalse) branch.step.taken = next === ifTrue;
  }

  private follow(state: State, segment: Segment, end: number): void {
    const { written } = this;
    this.written = [];
    if (!this.counts(segment.block.function)) return;
    const stepOf = new Map<Instruction, OpenStep>();
    for (const instruction of instructionsOf(segment, end)) {
      const { position } = instruction;
      const last = this.steps.at(-1);
      if (hasLine(position) && (last === undefined || !isSameLine(last, position, state))) {
        const step = { position, function: segment.block.function, depth: depthOf(state), assigned: [], taken: null };
        this.steps.push(step);
      }
      const step = this.steps.at(-1);
      if (step !== undefined && hasLine(position)) stepOf.set(instruction, step);
    }
    // What has no line of its own, as the parameters of a call, belongs to the first line.
    const [first] = stepOf.values();
    for (const { by, ...write } of written) {
      const value = state.memory.get(write.object)?.read(write.offset, write.size, state.memory);
      const target = value instanceof Pointer ? (nameOf(state, value.object) ?? null) : null;
      if (value !== undefined) (stepOf.get(by) ?? first)?.assigned.push({ ...write, value, target });
    }
    if (this.steps.length < 2 * MOST_STEPS_KEPT) return;
    this.left += this.steps.length - MOST_STEPS_KEPT;
    this.steps = this.steps.slice(-MOST_STEPS_KEPT);
  }
}

function instructionsOf({ block, firstId }: Segment, end: number): readonly Instruction[] {
  const first = block.instructions[0].id;
  return block.instructions.slice(firstId - first, end - first).filter(({ speculated }) => speculated !== true);
}

function hasLine(position: SourcePosition | null): position is SourcePosition {
  return position !== null && position.line > 0;
}

function isSameLine(step: OpenStep, { file, line }: SourcePosition, state: State): boolean {
  return step.position.line === line && step.position.file.path === file.path && step.depth === depthOf(state);
}

function depthOf({ frame }: State): number {
  return frame.depth;
}

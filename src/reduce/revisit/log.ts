/**
 * What a path does between two forks, written while it runs and read backward (backward.ts).
 *
 * The log is a list of integers: every record ends with its tag, so that reading from the end needs no index. What steps of
 * a segment did comes before the record of the segment itself. Reads of constant objects are left out: they hold the same
 * on every path. All tracks are written to one page, and copied out when they end or another state runs: no list grows
 * while a path runs, and what is kept lies outside of the heap that the garbage collector walks.
 *
 * Where only decisions are looked at, a call that prints, cannot fault and whose result is not used is one statement: of what
 * happens inside of it only accesses to objects that outlive it are kept. Printing one line takes hundreds of instructions,
 * and how many digits a number has is no decision of the program's.
 */
import { Trail, type TrailKeeper } from '../../explore/trail.ts';
import type { Term } from '../../expr/term.ts';
import type { DecisionKind } from '../../machine/client.ts';
import type { Segment, Site } from '../../machine/code.ts';
import type { Memory } from '../../machine/memory/memory.ts';
import type { Recorder } from '../../machine/recorder.ts';
import type { Frame, Shared, State } from '../../machine/state.ts';
import { TraceOf } from '../../machine/trace-of.ts';
import { type MemoryObject, Pointer } from '../../machine/value.ts';
import { type CallInstruction, operandsOf } from '../../program/instructions.ts';
import { FixedBounds } from '../../solver/bounds.ts';
import { WHOLE_OBJECT } from './needs.ts';
import type { TreeFork } from './tree.ts';

export const Tag = {
  /** segment, depth: all its steps are done, its control step comes next. */
  segment: 0,
  /** segment, depth, step: the steps before this one are done. */
  partial: 1,
  /** step, object, offset, size. */
  read: 2,
  write: 3,
  /** step, object, start, end: at a symbolic offset, somewhere in between. */
  readAny: 4,
  writeAny: 5,
  /** step, 2 if the condition held plus 1 if it was assumed; the conditions of a track are a list of their own. */
  decision: 6,
  /** step, object. */
  allocation: 7,
  /** step, object: its size was looked at. */
  object: 8,
  /** step, object: it was freed. */
  free: 9,
} as const;

/** Instead of the number of a step: the control step, whose records come after that of its segment. */
const CONTROL = -1;

/** Slots of a record besides its tag. */
export const RECORD_LENGTH = [2, 3, 4, 4, 4, 4, 2, 2, 2, 2] as const;

/** Longer tracks, of millions of instructions without a fork, are not kept: no other path comes to where they began. */
const MOST_SLOTS = 4_000_000;
const FIRST_PAGE = 1 << 14;
/** No record is longer. */
const LONGEST_RECORD = 8;
/** What a slot holds; beyond that the whole object counts. */
const MOST_NUMBER = 0x7fff_ffff;
const EMPTY_LOG = new Int32Array(0);

/** A part of a path: from a fork (or the start) to the next fork, or to the end. */
export class RecordedTrack implements Shared {
  /** Complete once the recorder has finished it. */
  log: Int32Array = EMPTY_LOG;
  readonly conditions: Term[] = [];
  /** Records of segments, whole or not. */
  segments = 0;
  /** Ways have met since the last fork: only then can the state be one that was reached otherwise. */
  hasJoined = false;
  /** The same since the state was last compared. */
  isOpen = false;
  /** Inputs were made. */
  makesInputs = false;
  /** Pointers were looked at as numbers. */
  readsAddresses = false;
  /** Something was done that cannot be compared: an address was looked for among all objects, a side was given up. */
  isUnknown = false;
  /** What it did was too much to keep. */
  private isTooLong = false;
  /** It left functions by longjmp: what it did cannot be walked back. */
  hasJumped = false;
  private addressesBefore = 0;
  private searchesBefore = 0;
  private undecidedBefore = 0;

  /** The depth from which a silent call was made, while it runs; else 0. */
  printingFrom = 0;
  /** Whether it ends inside of a silent call. */
  isPrinting = false;

  /** What the path has covered, where that is the goal. */
  trail: Trail | null = null;

  constructor(
    /** Tracks of another epoch are forgotten. */
    readonly epoch: number,
    readonly above: TreeFork | null,
    /** The step its first segment is taken up at, where that is not the beginning; -1 for a segment that is entered. */
    readonly firstStep: number,
  ) {}

  begin({ addressesRead, searches }: Memory, undecided: number): void {
    this.addressesBefore = addressesRead;
    this.searchesBefore = searches;
    this.undecidedBefore = undecided;
  }

  end({ addressesRead, searches }: Memory, undecided: number): void {
    this.readsAddresses = addressesRead !== this.addressesBefore;
    this.isUnknown =
      this.isTooLong || this.hasJumped || searches !== this.searchesBefore || undecided !== this.undecidedBefore;
  }

  /** Takes over what was written; of what will not be read, nothing. */
  append(page: Int32Array, length: number): void {
    const { log } = this;
    this.isTooLong ||= log.length + length > MOST_SLOTS;
    if (this.isTooLong) this.log = EMPTY_LOG;
    else if (log.length === 0) this.log = page.slice(0, length);
    else {
      const longer = new Int32Array(log.length + length);
      longer.set(log);
      longer.set(page.subarray(0, length), log.length);
      this.log = longer;
    }
  }

  /** While tracks are recorded, splitting a state gives both sides new ones at once. */
  fork(): RecordedTrack {
    const copy = new RecordedTrack(this.epoch, null, -1);
    copy.trail = this.trail?.fork() ?? null;
    return copy;
  }
}

export const TRACKS = new TraceOf(RecordedTrack);

export interface SilentCalls {
  has(call: CallInstruction): boolean;
}

export class TrackRecorder implements Recorder {
  isOn = true;
  /** Tracks begun earlier are forgotten, with the forks above them. */
  epoch = 0;
  /** Keeps account of what paths cover. */
  keeper: TrailKeeper | null = null;
  /** Set before the first state runs. */
  silent: SilentCalls = { has: () => false };
  /** By the id of the first instruction: whether the segment ends with a silent call. */
  private readonly silentSegments: (boolean | undefined)[] = [];
  /** By the id of the first instruction: whether several ways lead into the segment, or out of its function. */
  private readonly joins: (boolean | undefined)[] = [];
  /** The path that ends is cut before the step where it ends. */
  isCutting = false;
  /** By id. */
  readonly objects: MemoryObject[] = [];
  /** By the id of the first instruction. */
  readonly segments: Segment[] = [];
  /** What is being written, how much of it, and whose it is. */
  private page = new Int32Array(FIRST_PAGE);
  private written = 0;
  private owner: RecordedTrack | null = null;
  private readonly bounds = new FixedBounds();

  /** The page, with room for one more record of the track. */
  private pageOf(track: RecordedTrack): Int32Array {
    if (this.owner !== track) {
      this.store();
      this.owner = track;
    }
    if (this.written + LONGEST_RECORD > this.page.length) this.makeRoom();
    return this.page;
  }

  private makeRoom(): void {
    if (this.page.length >= MOST_SLOTS) {
      this.store();
      return;
    }
    const longer = new Int32Array(2 * this.page.length);
    longer.set(this.page);
    this.page = longer;
  }

  private store(): void {
    if (this.written > 0) this.owner!.append(this.page, this.written);
    this.written = 0;
  }

  /** Nothing more is written to the track. */
  finish(track: RecordedTrack): void {
    if (this.owner !== track) return;
    this.store();
    this.owner = null;
  }

  /** A record of two slots and its tag. */
  private write(track: RecordedTrack, first: number, second: number, tag: number): void {
    const page = this.pageOf(track);
    const at = this.written;
    page[at] = first;
    page[at + 1] = second;
    page[at + 2] = tag;
    this.written = at + 3;
  }

  trackOf(state: State): RecordedTrack {
    // Without the check of `TRACKS`: this is asked at every access.
    let track = state.trace as RecordedTrack | null;
    if (track === null || track.epoch !== this.epoch) {
      const trail = track?.trail ?? null;
      track = new RecordedTrack(this.epoch, null, -1);
      track.trail = trail;
      state.trace = track;
    }
    return track;
  }

  /** What comes before the first fork, or before recording began again, is not walked back. */
  isResting(state: State): boolean {
    if (this.keeper !== null) return false;
    if (!this.isOn) return true;
    const track = this.trackOf(state);
    if (track.above !== null || track.printingFrom > 0) return false;
    // Ways may meet in compiled code, too.
    track.hasJoined = true;
    track.isOpen = true;
    return true;
  }

  trailOf(state: State): Trail {
    const track = this.trackOf(state);
    track.trail ??= Trail.empty();
    return track.trail;
  }

  private isJoin({ firstId, code }: Segment): boolean {
    const ways = new Map<number, number>();
    for (const { target } of code.edges) ways.set(target.firstId, (ways.get(target.firstId) ?? 0) + 1);
    const returns = code.segments.filter(({ controlSite }) => controlSite.instruction.op === 'ret');
    for (const segment of code.segments) {
      const isOneOfReturns = returns.length > 1 && returns.includes(segment);
      this.joins[segment.firstId] = (ways.get(segment.firstId) ?? 0) > 1 || isOneOfReturns;
    }
    return this.joins[firstId]!;
  }

  isSilent(segment: Segment): boolean {
    return (this.silentSegments[segment.firstId] ??= this.endsSilently(segment));
  }

  private endsSilently({ controlSite, following }: Segment): boolean {
    const { instruction } = controlSite;
    return following !== null && instruction.op === 'call' && this.silent.has(instruction);
  }

  executed(state: State, segment: Segment): void {
    this.keeper?.executed(state, segment);
    if (!this.isOn) return;
    const { firstId } = segment;
    const { depth } = state.frame;
    const track = this.trackOf(state);
    if (track.printingFrom > 0) {
      if (depth > track.printingFrom) return;
      track.printingFrom = 0;
    }
    this.segments[firstId] = segment;
    if (this.joins[firstId] ?? this.isJoin(segment)) {
      track.hasJoined = true;
      track.isOpen = true;
    }
    if (track.above !== null) {
      track.segments++;
      this.write(track, firstId, depth, Tag.segment);
    }
    if (segment.following !== null && this.isSilent(segment)) track.printingFrom = depth;
  }

  access(state: State, site: Site, object: MemoryObject, offset: number | Term, size: number, writes: boolean): void {
    if (!this.isOn || object.kind === 'constant') return;
    const track = this.trackOf(state);
    if (track.above === null) return;
    const { id } = object;
    this.objects[id] = object;
    let step = stepOf(site);
    if (track.printingFrom > 0 && state.frame.depth > track.printingFrom) {
      if (object.kind === 'stack') return;
      step = CONTROL;
    }
    if (typeof offset === 'number' && offset + size <= MOST_NUMBER) {
      this.writeAccess(track, step, id, offset, size, writes ? Tag.write : Tag.read);
      return;
    }
    const tag = writes ? Tag.writeAny : Tag.readAny;
    const bounds = typeof offset === 'number' ? null : this.bounds.of(offset);
    const end = bounds === null ? WHOLE_OBJECT : Number(bounds.max) + size;
    if (end <= MOST_NUMBER) this.writeAccess(track, step, id, Number(bounds!.min), end, tag);
    else this.writeAccess(track, step, id, 0, WHOLE_OBJECT, tag);
  }

  private writeAccess(track: RecordedTrack, step: number, id: number, start: number, last: number, tag: number): void {
    const page = this.pageOf(track);
    const at = this.written;
    page[at] = step;
    page[at + 1] = id;
    page[at + 2] = start;
    page[at + 3] = last;
    page[at + 4] = tag;
    this.written = at + 5;
  }

  decided(state: State, condition: Term, value: boolean, kind: DecisionKind, site: Site): void {
    if (!this.isOn) return;
    const track = this.trackOf(state);
    if (track.above === null || isInside(track, state)) return;
    const flags = (value ? 2 : 0) + (kind === 'assume' ? 1 : 0);
    this.write(track, stepOf(site), flags, Tag.decision);
    track.conditions.push(condition);
  }

  allocated(state: State, site: Site, object: MemoryObject): void {
    if (!this.isOn) return;
    this.objects[object.id] = object;
    const track = this.trackOf(state);
    if (track.above !== null && !isInside(track, state)) this.write(track, stepOf(site), object.id, Tag.allocation);
  }

  freed(state: State, site: Site, object: MemoryObject): void {
    this.used(state, site, object, Tag.free);
  }

  sized(state: State, site: Site, object: MemoryObject): void {
    this.used(state, site, object, Tag.object);
  }

  private used(state: State, site: Site, object: MemoryObject, tag: number): void {
    if (!this.isOn) return;
    this.objects[object.id] = object;
    const track = this.trackOf(state);
    if (track.above !== null) this.write(track, stepOf(site), object.id, tag);
  }

  jumped(state: State): void {
    if (this.isOn) this.trackOf(state).hasJumped = true;
  }

  input(state: State): void {
    if (this.isOn) this.trackOf(state).makesInputs = true;
  }

  returned(_state: State, _frame: Frame, _caller: Frame | null): void {}

  /** The track ends before the step at the site: the path is split or cut there. */
  stopped(state: State, site: Site): void {
    const { segment, index } = site;
    const track = this.trackOf(state);
    track.isPrinting = isInside(track, state);
    if (index < segment.steps.length && !track.isPrinting) this.partly(state, segment, index);
  }

  ended(state: State, site: Site | null): void {
    this.keeper?.ended(state, site);
    if (!this.isOn || site === null) return;
    if (this.isCutting) {
      this.stopped(state, site);
      return;
    }
    const { segment, index, instruction } = site;
    const { frame } = state;
    const track = this.trackOf(state);
    // A fault may depend on how large an object is, or whether it is alive.
    for (const operand of operandsOf(instruction)) {
      const value = operand.kind === 'register' ? frame.registers[operand.index] : null;
      if (!(value instanceof Pointer)) continue;
      this.objects[value.object.id] = value.object;
      this.write(track, stepOf(site), value.object.id, Tag.object);
    }
    if (index < segment.steps.length) this.partly(state, segment, index + 1);
  }

  private partly(state: State, segment: Segment, end: number): void {
    this.segments[segment.firstId] = segment;
    const track = this.trackOf(state);
    track.segments++;
    const page = this.pageOf(track);
    const at = this.written;
    page[at] = segment.firstId;
    page[at + 1] = state.frame.depth;
    page[at + 2] = end;
    page[at + 3] = Tag.partial;
    this.written = at + 4;
  }
}

function stepOf({ segment, index }: Site): number {
  return index === segment.steps.length ? CONTROL : index;
}

/** Whether the state is inside of a silent call. */
function isInside({ printingFrom }: RecordedTrack, { frame }: State): boolean {
  return printingFrom > 0 && frame.depth > printingFrom;
}

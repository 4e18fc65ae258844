/** What a directed search keeps of its paths: the sequence of affected statements, and the place in the tree of decisions. */

import type { Term } from '../../expr/term.ts';
import type { DecisionKind } from '../../machine/client.ts';
import type { Segment, Site } from '../../machine/code.ts';
import type { Machine } from '../../machine/machine.ts';
import { SilentRecorder } from '../../machine/silent-recorder.ts';
import type { Shared, State } from '../../machine/state.ts';
import { TraceOf } from '../../machine/trace-of.ts';
import { isTerminator } from '../../program/instructions.ts';
import type { Dependences } from './dependences.ts';
import { Explored } from './explored.ts';
import type { FreeBranches } from './free-branches.ts';
import { Reach } from './reach.ts';
import { Sequences } from './sequences.ts';

export class Track implements Shared {
  /** Of affected statements, so far. */
  sequence = Sequences.EMPTY;
  /** Where the last decision was taken. */
  before: Explored | null = null;
  /** The control step of this segment runs again after a fork: its statements have been counted. */
  repeated: Segment | null = null;
  /** What is known of the first side of the free branch on whose second side the path stands; null elsewhere. */
  firstSide: Explored | null = null;

  constructor(public at: Explored) {}

  fork(): Track {
    const copy = new Track(this.at);
    copy.sequence = this.sequence;
    return copy;
  }
}

const TRACKS = new TraceOf(Track);

export function trackOf(state: State): Track {
  return TRACKS.get(state, () => new Track(new Explored()));
}

export class DirectedRecorder extends SilentRecorder {
  private readonly sequences: Sequences;
  private readonly reach: Reach;
  private machine: Machine | null = null;
  private free: FreeBranches | null = null;

  /** With `untilFirst`, paths are ended at the first affected statement, too. */
  constructor(
    { program, callGraph }: Dependences,
    ids: ReadonlySet<number>,
    private readonly untilFirst: boolean,
  ) {
    super();
    this.sequences = new Sequences(ids);
    this.reach = new Reach(program, callGraph, ids);
  }

  /** From here on paths are ended where nothing affected can follow. Null: every branch decides. */
  begin(machine: Machine, free: FreeBranches | null): void {
    this.machine = machine;
    this.free = free;
  }

  override executed(state: State, segment: Segment): void {
    const track = trackOf(state);
    if (track.repeated === segment) track.repeated = null;
    else track.sequence = this.sequences.extend(track.sequence, segment, segment.endId);
    if ((this.untilFirst && track.sequence !== Sequences.EMPTY) || !this.reach.from(state)) {
      this.machine?.end(state, 'pruned', 'what follows shows nothing new of the change', segment.controlSite);
    }
  }

  override ended(state: State, site: Site | null): void {
    if (site === null) return;
    const { segment } = site;
    // Where the path ends in a control step, the whole segment has been counted.
    if (segment.controlSite === site && segment.steps.length === state.frame.next) return;
    const track = trackOf(state);
    track.sequence = this.sequences.extend(track.sequence, segment, site.instruction.id + 1);
  }

  override decided(state: State, condition: Term, value: boolean, _: DecisionKind, site: Site): void {
    const track = trackOf(state);
    // The forked side asks again; its answer is in the tree already.
    if (condition === state.assumed && value === state.assumedValue) return;
    this.decide(state, track, condition, value, site);
  }

  forked(parent: State, child: State): void {
    const [first, second] = [trackOf(parent), trackOf(child)];
    if (first.at !== second.at) {
      // A branch: both sides have been decided.
      if (second.before?.isFree === true) second.firstSide = first.at;
      return;
    }
    // The child will repeat the instruction, up to the condition that it was forked on.
    const { segment, next } = child.frame;
    if (next === segment.steps.length) second.repeated = segment;
    const site = segment.sites[next] ?? segment.controlSite;
    const place = second.at;
    this.decide(child, second, child.assumed!, child.assumedValue, site);
    if (place.isFree && place.condition === child.assumed) {
      second.firstSide = place.decide(child.assumed!, !child.assumedValue, true);
    }
  }

  private decide(state: State, track: Track, condition: Term, value: boolean, { instruction }: Site): void {
    const { free } = this;
    const isFree = free !== null && isTerminator(instruction) && free.has(state, instruction);
    track.before = track.at;
    // What is found after a place that was decided in another way is not entered, and then covers nothing.
    track.at = track.at.decide(condition, value, isFree) ?? new Explored();
  }
}

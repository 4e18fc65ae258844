/**
 * How paths end, walked back once. Nearly all that paths do lies between their last fork and their end: a message is made, what was
 * built is freed, buffers are flushed. And most of it is the same, record by record, on thousands of paths. What such an ending
 * looks at depends on nothing but its records, so it is kept where the walk has come by, every few segments, and the next path
 * that ends alike is walked only from where its ending differs.
 *
 * What an ending requires of the inputs is left out: the same decisions may be about other conditions.
 *
 * A log is hashed from its end, once, which costs a fiftieth of walking it; whatever is found is compared in full.
 */
import type { Segment } from '../../machine/code.ts';
import { RECORD_LENGTH, Tag } from './log.ts';
import type { StateNeeds } from './needs.ts';
import type { Phis } from './shapes.ts';

/** Slots of logs that are kept, and endings: beyond that all are forgotten. */
const MOST_SLOTS = 4_000_000;
const MOST_ENDINGS = 10_000;

/** What the rest of a path looks at, and where the walk stood. */
export interface WalkedEnding {
  readonly needs: StateNeeds;
  readonly segment: Segment;
  readonly depth: number;
  readonly phis: Phis | null;
}

interface KnownEnding extends WalkedEnding {
  readonly log: Int32Array;
  readonly position: number;
  readonly endStep: number;
}

/** A point in a log between two segments, and the hash of all that follows. */
interface Point {
  readonly position: number;
  readonly hash: number;
  /** Segments that follow. */
  readonly segments: number;
}

/** An ending that is being walked. */
export class OpenEnding {
  /** Segments between two points at which what is needed is kept. */
  static stride = 32;

  readonly points: Point[] = [];
  /** Of the records of decisions, the last one first, where their flags stand. */
  readonly decisions: number[] = [];
  /** The point that the walk comes to next. */
  next = 0;

  constructor(
    readonly log: Int32Array,
    readonly endStep: number,
    segments: number,
  ) {
    let hash = endStep;
    let seen = 0;
    let isDue = false;
    for (let position = log.length; position > 0; ) {
      const tag = log[position - 1];
      const start = position - 1 - RECORD_LENGTH[tag];
      const isSegment = tag === Tag.segment || tag === Tag.partial;
      if (isDue && (isSegment || log[start] < 0)) {
        isDue = false;
        // The first segment of a track may be begun in its middle.
        if (seen < segments) this.points.push({ position, hash, segments: seen });
      }
      for (let i = position - 1; i >= start; i--) {
        hash = Math.imul(hash ^ log[i], 0x9e3779b1);
        hash ^= hash >>> 15;
      }
      if (isSegment) isDue = ++seen % OpenEnding.stride === 0;
      else if (tag === Tag.decision) this.decisions.push(start + 1);
      position = start;
    }
  }

  isAt(position: number): boolean {
    const { points } = this;
    while (this.next < points.length && points[this.next].position > position) this.next++;
    return this.next < points.length && points[this.next].position === position;
  }
}

export class KnownEndings {
  private readonly byHash = new Map<number, KnownEnding[]>();
  private slots = 0;
  private count = 0;
  private lastLog: Int32Array | null = null;

  /** The longest part of the ending that was walked before, with the point where it begins. */
  find(ending: OpenEnding): { readonly known: WalkedEnding; readonly point: Point } | null {
    const { points } = ending;
    for (let i = points.length - 1; i >= 0; i--) {
      const known = this.byHash.get(points[i].hash)?.find((each) => isSame(each, ending, points[i].position));
      if (known === undefined) continue;
      ending.next = i + 1;
      return { known, point: points[i] };
    }
    return null;
  }

  /** The walk has come to the next point. */
  keep({ log, endStep, points, next }: OpenEnding, walked: WalkedEnding): void {
    if (log !== this.lastLog) this.slots += log.length;
    this.lastLog = log;
    if (this.slots > MOST_SLOTS || ++this.count > MOST_ENDINGS) {
      this.byHash.clear();
      this.slots = log.length;
      this.count = 1;
    }
    const { position, hash } = points[next];
    const known = { ...walked, log, position, endStep };
    const alike = this.byHash.get(hash);
    if (alike === undefined) this.byHash.set(hash, [known]);
    else alike.push(known);
  }
}

function isSame(known: KnownEnding, { log, endStep }: OpenEnding, position: number): boolean {
  const other = known.log;
  if (known.endStep !== endStep || other.length - known.position !== log.length - position) return false;
  for (let i = log.length - 1, j = other.length - 1; i >= position; i--, j--) if (log[i] !== other[j]) return false;
  return true;
}

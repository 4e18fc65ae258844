/** Sequences of affected statements as numbers: a tree of all that were met, shared by all paths. */
import type { Segment } from '../../machine/code.ts';
import type { Program } from '../../program/program.ts';

const NONE: readonly number[] = [];

export class Sequences {
  static readonly EMPTY = 0;
  private count = 1;
  private readonly longer = new Map<number, number>();
  /** By the first instruction of a segment: its affected instructions. */
  private readonly within: (readonly number[] | undefined)[] = [];

  constructor(
    private readonly program: Program,
    private readonly affected: ReadonlySet<number>,
  ) {}

  /** With the affected instructions of the segment that come before `end`. */
  extend(sequence: number, segment: Segment, end: number): number {
    const affected = (this.within[segment.firstId] ??= this.affectedIn(segment));
    let result = sequence;
    for (const id of affected) if (id < end) result = this.append(result, id);
    return result;
  }

  private append(sequence: number, id: number): number {
    const key = sequence * this.program.instructionCount + id;
    let result = this.longer.get(key);
    if (result === undefined) {
      result = this.count++;
      this.longer.set(key, result);
    }
    return result;
  }

  private affectedIn({ firstId, endId }: Segment): readonly number[] {
    const found: number[] = [];
    for (let id = firstId; id < endId; id++) if (this.affected.has(id)) found.push(id);
    return found.length === 0 ? NONE : found;
  }
}

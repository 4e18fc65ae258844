/** Sequences of affected statements as numbers: a tree of all that were met, shared by all paths. */
import type { Segment } from '../../machine/code.ts';

const NONE: readonly number[] = [];

export class Sequences {
  static readonly EMPTY = 0;
  /** Of each sequence but the empty one: its last statement, and the next of those that are one statement longer than the same. */
  private readonly last: number[] = [-1];
  private readonly sibling: number[] = [-1];
  /** Of each sequence: the first of those that are one statement longer. There are few: linked lists cost less than maps. */
  private readonly longer: number[] = [-1];
  /** By the first instruction of a segment: its affected instructions. */
  private readonly within: (readonly number[] | undefined)[] = [];

  constructor(private readonly affected: ReadonlySet<number>) {}

  /** With the affected instructions of the segment that come before `end`. */
  extend(sequence: number, segment: Segment, end: number): number {
    const affected = (this.within[segment.firstId] ??= this.affectedIn(segment));
    let result = sequence;
    for (const id of affected) if (id < end) result = this.append(result, id);
    return result;
  }

  private append(sequence: number, id: number): number {
    const first = this.longer[sequence];
    for (let at = first; at !== -1; at = this.sibling[at]) if (this.last[at] === id) return at;
    const result = this.last.length;
    this.last.push(id);
    this.sibling.push(first);
    this.longer.push(-1);
    this.longer[sequence] = result;
    return result;
  }

  private affectedIn({ firstId, endId }: Segment): readonly number[] {
    const found: number[] = [];
    for (let id = firstId; id < endId; id++) if (this.affected.has(id)) found.push(id);
    return found.length === 0 ? NONE : found;
  }
}

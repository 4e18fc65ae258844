/** Which node last wrote each byte of memory. */
import type { MemoryObject } from '../machine/value.ts';
import type { AccessEntry } from './log.ts';

interface Written {
  /**
   * Per byte the node of the last write at a concrete place; -1 for the initial contents, which also fill what lies beyond:
   * of an object that was there from the start only the part written so far is kept.
   */
  last: Int32Array;
  /** Who may change it: shared ones are copied first. */
  readonly owner: object;
  /** Nodes of writes at symbolic places, ascending: each may have hit any byte. */
  readonly anywhere: number[];
  /** The node that made the object; -1 when it was there from the start. */
  readonly madeAt: number;
}

export class MemoryWriters {
  private owner = {};

  constructor(private readonly objects = new Map<number, Written>()) {}

  fork(): MemoryWriters {
    this.owner = {};
    return new MemoryWriters(new Map(this.objects));
  }

  allocate(object: MemoryObject, size: number, node: number): void {
    const last = new Int32Array(size).fill(node);
    this.objects.set(object.id, { last, owner: this.owner, anywhere: [], madeAt: node });
  }

  write({ object, offset, size }: AccessEntry, node: number): void {
    if (typeof offset === 'number') this.of(object, offset + size).last.fill(node, offset, offset + size);
    else this.of(object, 0).anywhere.push(node);
  }

  /** Adds the nodes whose writes the access may read. */
  read(access: AccessEntry, into: number[]): void {
    const written = this.objects.get(access.object.id);
    if (written === undefined) return;
    const { last } = written;
    const { offset, size } = access;
    const start = typeof offset === 'number' ? offset : 0;
    const end = typeof offset === 'number' ? Math.min(offset + size, last.length) : last.length;
    let before = -1;
    for (let at = start; at < end; at++) {
      const node = last[at];
      if (node >= 0 && node !== before && !into.includes(node)) into.push(node);
      before = node;
    }
    if (written.anywhere.length === 0) return;
    const oldest = this.oldestWriter(access);
    for (const node of written.anywhere) if (node > oldest && !into.includes(node)) into.push(node);
  }

  /** The oldest of the nodes that still determine what the access reads: -1 for initial contents. */
  oldestWriter({ object, offset, size }: AccessEntry): number {
    const written = this.objects.get(object.id);
    if (written === undefined) return -1;
    return typeof offset === 'number' ? oldestIn(written, offset, offset + size) : oldestOf(written);
  }

  madeAt(objectId: number): number {
    return this.objects.get(objectId)?.madeAt ?? -1;
  }

  all(objectId: number): readonly number[] | null {
    const written = this.objects.get(objectId);
    if (written === undefined) return null;
    return [...new Set([...written.last, ...written.anywhere])].filter((node) => node >= 0).sort((a, b) => a - b);
  }

  oldest(objectId: number): number {
    const written = this.objects.get(objectId);
    return written === undefined ? -1 : oldestOf(written);
  }

  private of(object: MemoryObject, size: number): Written {
    let written = this.objects.get(object.id);
    if (written === undefined) {
      written = { last: new Int32Array(size).fill(-1), owner: this.owner, anywhere: [], madeAt: -1 };
      this.objects.set(object.id, written);
      return written;
    }
    if (written.owner !== this.owner) {
      const { last, anywhere, madeAt } = written;
      written = { last: last.slice(), owner: this.owner, anywhere: anywhere.slice(), madeAt };
      this.objects.set(object.id, written);
    }
    if (written.last.length < size) {
      const longer = new Int32Array(size).fill(-1);
      longer.set(written.last);
      written.last = longer;
    }
    return written;
  }
}

function oldestIn({ last }: Written, start: number, end: number): number {
  if (end > last.length) return -1;
  let oldest = Number.POSITIVE_INFINITY;
  for (let at = start; at < end; at++) if (last[at] < oldest) oldest = last[at];
  return oldest;
}

function oldestOf(written: Written): number {
  return written.madeAt < 0 ? -1 : oldestIn(written, 0, written.last.length);
}

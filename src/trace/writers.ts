/** Which node last wrote each byte of memory. */
import type { MemoryObject } from '../machine/value.ts';
import type { AccessEntry } from './log.ts';

interface Written {
  /** Per byte the node of the last write at a concrete place; -1 for the initial contents. */
  last: Int32Array;
  /** Nodes of writes at symbolic places, ascending: each may have hit any byte. */
  readonly anywhere: number[];
  /** The node that made the object; -1 when it was there from the start. */
  readonly madeAt: number;
}

export class MemoryWriters {
  private readonly objects = new Map<number, Written>();

  allocate(object: MemoryObject, size: number, node: number): void {
    this.objects.set(object.id, { last: new Int32Array(size).fill(node), anywhere: [], madeAt: node });
  }

  write({ object, offset, size }: AccessEntry, node: number): void {
    if (typeof offset === 'number') this.of(object, offset + size).last.fill(node, offset, offset + size);
    else this.of(object, 0).anywhere.push(node);
  }

  /** Adds the nodes whose writes the access may read. */
  read({ object, offset, size }: AccessEntry, into: number[]): void {
    const written = this.objects.get(object.id);
    if (written === undefined) return;
    const [start, end] = typeof offset === 'number' ? [offset, offset + size] : [0, written.last.length];
    let oldest = Number.POSITIVE_INFINITY;
    for (let at = start; at < end; at++) {
      const node = at < written.last.length ? written.last[at] : -1;
      oldest = Math.min(oldest, node);
      if (node >= 0 && !into.includes(node)) into.push(node);
    }
    for (const node of written.anywhere) if (node > oldest && !into.includes(node)) into.push(node);
  }

  /** The oldest of the nodes that still determine what the access reads: -1 for initial contents. */
  oldestWriter({ object, offset, size }: AccessEntry): number {
    const written = this.objects.get(object.id);
    if (written === undefined) return -1;
    const [start, end] = typeof offset === 'number' ? [offset, offset + size] : [0, written.last.length];
    let oldest = Number.POSITIVE_INFINITY;
    for (let at = start; at < end; at++) oldest = Math.min(oldest, at < written.last.length ? written.last[at] : -1);
    return oldest;
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
    return written === undefined || written.last.length === 0 ? -1 : Math.min(...written.last);
  }

  private of(object: MemoryObject, size: number): Written {
    let written = this.objects.get(object.id);
    if (written === undefined) {
      written = { last: new Int32Array(size).fill(-1), anywhere: [], madeAt: -1 };
      this.objects.set(object.id, written);
    } else if (written.last.length < size) {
      const longer = new Int32Array(size).fill(-1);
      longer.set(written.last);
      written.last = longer;
    }
    return written;
  }
}

import { Kind } from '../expr/kinds.ts';
import type { Term } from '../expr/term.ts';

/**
 * The inputs a term depends on, byte by byte: flat triples (id of the input, first cell, one past the last cell),
 * sorted, disjoint. A variable is one cell; an object read at a constant index contributes that byte, and one read at
 * an unknown index contributes all of itself.
 */
export type Support = readonly number[];

export const NO_SUPPORT: Support = [];

export class SupportFinder {
  private stamps = new Int32Array(1024);
  private generation = 0;
  private readonly stack: Term[] = [];
  private found: number[][] = [];

  of(...terms: Term[]): Support {
    this.generation++;
    this.found = [];
    for (const term of terms) this.visit(term);
    for (let next = this.stack.pop(); next !== undefined; next = this.stack.pop()) this.expand(next);
    return normalised(this.found);
  }

  private visit(term: Term): void {
    if (term.kind === Kind.constant) return;
    const { id } = term;
    if (id >= this.stamps.length) {
      const stamps = new Int32Array(Math.max(this.stamps.length * 2, id + 1));
      stamps.set(this.stamps);
      this.stamps = stamps;
    }
    if (this.stamps[id] === this.generation) return;
    this.stamps[id] = this.generation;
    this.stack.push(term);
  }

  private expand(term: Term): void {
    if (term.kind === Kind.variable) {
      this.found.push([term.id, 0, 1]);
    } else if (term.kind === Kind.read) {
      this.expandRead(term.a!, term.b!);
    } else {
      if (term.a !== null) this.visit(term.a);
      if (term.b !== null) this.visit(term.b);
      if (term.c !== null) this.visit(term.c);
    }
  }

  private expandRead(array: Term, index: Term): void {
    const constant = index.kind === Kind.constant ? Number(index.value) : -1;
    this.visit(index);
    let at = array;
    for (; at.kind === Kind.store; at = at.a!) {
      const stored = at.b!;
      if (constant >= 0 && stored.kind === Kind.constant) {
        if (stored.value !== constant) continue;
        this.visit(at.c!);
        return;
      }
      this.visit(stored);
      this.visit(at.c!);
    }
    if (at.kind !== Kind.bytes) return;
    if (constant < 0) this.found.push([at.id, 0, at.low]);
    else if (constant < at.low) this.found.push([at.id, constant, constant + 1]);
  }
}

function normalised(ranges: number[][]): Support {
  ranges.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
  const flat: number[] = [];
  for (const [id, from, to] of ranges) {
    const last = flat.length - 3;
    if (last >= 0 && flat[last] === id && from <= flat[last + 2]) flat[last + 2] = Math.max(flat[last + 2], to);
    else flat.push(id, from, to);
  }
  return flat;
}

export function intersects(a: Support, b: Support): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] !== b[j]) {
      if (a[i] < b[j]) i += 3;
      else j += 3;
    } else if (a[i + 2] <= b[j + 1]) i += 3;
    else if (b[j + 2] <= a[i + 1]) j += 3;
    else return true;
  }
  return false;
}

export function union(a: Support, b: Support): Support {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const ranges: number[][] = [];
  for (const s of [a, b]) for (let i = 0; i < s.length; i += 3) ranges.push([s[i], s[i + 1], s[i + 2]]);
  return normalised(ranges);
}

import { KIND_NAMES, KINDS, Kind } from './kinds.ts';
import type { Scalar } from './scalar.ts';
import { Term } from './term.ts';

const isFloat = KIND_NAMES.map((name) => KINDS[name].float);

/**
 * Hash-consing: open addressing with linear probing over an array of ids, at most half full. A hit allocates nothing.
 * Terms live as long as the table: they are shared by all states of a run, and a run's terms are its memory of what it
 * has seen.
 */
export class TermTable {
  private readonly terms: Term[] = [];
  /** id + 1, or 0 for a free slot. */
  private slots = new Int32Array(1 << 12);
  private mask = (1 << 12) - 1;

  get count(): number {
    return this.terms.length;
  }

  byId(id: number): Term {
    return this.terms[id]!;
  }

  find(kind: Kind, width: number, a: Term, b: Term | null, c: Term | null, low: number): Term | null {
    const { slots, mask, terms } = this;
    for (let at = hashOf(kind, width, a, b, c, low) & mask; ; at = (at + 1) & mask) {
      const slot = slots[at]!;
      if (slot === 0) return null;
      const term = terms[slot - 1]!;
      if (
        term.a === a &&
        term.kind === kind &&
        term.b === b &&
        term.width === width &&
        term.low === low &&
        term.c === c
      )
        return term;
    }
  }

  /** The term, made if it is not there. */
  insert(kind: Kind, width: number, a: Term, b: Term | null, c: Term | null, low: number): Term {
    const known = this.find(kind, width, a, b, c, low);
    if (known !== null) return known;
    const hasFloat = isFloat[kind]! || a.hasFloat || b?.hasFloat === true || c?.hasFloat === true;
    const hash = hashOf(kind, width, a, b, c, low);
    return this.add(new Term(this.terms.length, kind, width, a, b, c, low, 0, '', null, hash, hasFloat));
  }

  constant(width: number, value: Scalar): Term {
    const hash = hashOfConstant(width, value);
    for (let at = hash & this.mask; ; at = (at + 1) & this.mask) {
      const slot = this.slots[at]!;
      if (slot === 0) break;
      const term = this.terms[slot - 1]!;
      if (term.kind === Kind.constant && term.value === value && term.width === width) return term;
    }
    return this.add(
      new Term(this.terms.length, Kind.constant, width, null, null, null, 0, value, '', null, hash, false),
    );
  }

  /** Inputs are kept apart by their names, which the maker looks up; here they only get an id. */
  input(kind: typeof Kind.variable | typeof Kind.bytes, width: number, name: string, size: number): Term {
    const hash = mix(mix(kind, this.terms.length), width);
    return this.add(new Term(this.terms.length, kind, width, null, null, null, size, 0, name, null, hash, false));
  }

  contents(bytes: Uint8Array): Term {
    let hash = mix(Kind.table, bytes.length);
    for (let i = 0; i < bytes.length; i++) hash = mix(hash, bytes[i]!);
    for (let at = hash & this.mask; ; at = (at + 1) & this.mask) {
      const slot = this.slots[at]!;
      if (slot === 0) break;
      const term = this.terms[slot - 1]!;
      if (term.kind === Kind.table && term.hash === hash && equalBytes(term.bytes!, bytes)) return term;
    }
    const copy = bytes.slice();
    return this.add(
      new Term(this.terms.length, Kind.table, 0, null, null, null, copy.length, 0, '', copy, hash, false),
    );
  }

  private add(term: Term): Term {
    this.terms.push(term);
    if (this.terms.length * 2 > this.slots.length) this.grow();
    else this.place(term);
    return term;
  }

  private place(term: Term): void {
    let at = term.hash & this.mask;
    while (this.slots[at] !== 0) at = (at + 1) & this.mask;
    this.slots[at] = term.id + 1;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 4);
    this.mask = this.slots.length - 1;
    for (const term of this.terms) this.place(term);
  }
}

function mix(hash: number, value: number): number {
  const h = Math.imul(hash ^ value, 0x9e3779b1);
  return h ^ (h >>> 15);
}

function hashOf(kind: number, width: number, a: Term, b: Term | null, c: Term | null, low: number): number {
  let hash = mix(kind | (width << 6), a.id);
  if (b !== null) hash = mix(hash, b.id);
  if (c !== null) hash = mix(hash, c.id);
  return low === 0 ? hash : mix(hash, ~low);
}

function hashOfConstant(width: number, value: Scalar): number {
  if (typeof value === 'number') {
    const low = mix(width << 6, value | 0);
    return value < 2 ** 32 ? low : mix(low, Math.floor(value / 2 ** 32));
  }
  let hash = width << 6;
  for (let rest = value; rest > 0n; rest >>= 32n) hash = mix(hash, Number(rest & 0xffffffffn) | 0);
  return hash;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

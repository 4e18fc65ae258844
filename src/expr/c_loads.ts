import { Kind } from './kinds.ts';
import type { Term } from './term.ts';

/** Bytes of one array, lowest address lowest: what C reads through a pointer to a wider type. */
export interface Load {
  readonly array: Term;
  /** The index of the lowest byte. */
  readonly index: Term;
  readonly size: number;
}

/** Recognises a concatenation of adjacent bytes, as a little-endian load of 2, 4 or 8 bytes makes it. */
export function loadOf(term: Term): Load | null {
  let bytes = 0;
  let array: Term | null = null;
  let above: Term | null = null;
  let part: Term | null = term;
  while (part !== null) {
    const high: Term = part.kind === Kind.concat ? part.a! : part;
    part = part.kind === Kind.concat ? part.b : null;
    if (high.kind !== Kind.read || (array !== null && high.a !== array)) return null;
    if (above !== null && !follows(above, high.b!)) return null;
    array = high.a!;
    above = high.b!;
    bytes++;
  }
  if (bytes !== 2 && bytes !== 4 && bytes !== 8) return null;
  return { array: array!, index: above!, size: bytes };
}

/** Whether index i is j + 1. */
function follows(i: Term, j: Term): boolean {
  if (i.kind === Kind.constant && j.kind === Kind.constant) return Number(i.value) === Number(j.value) + 1;
  const [base, offset] = split(i);
  const [otherBase, otherOffset] = split(j);
  return base === otherBase && offset === (otherOffset + 1) % 2 ** 32;
}

function split(index: Term): [Term, number] {
  return index.kind === Kind.add && index.b!.kind === Kind.constant ? [index.a!, Number(index.b!.value)] : [index, 0];
}

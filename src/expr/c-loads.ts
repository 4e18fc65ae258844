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

/** `base + offset`; the low bits of a scaled index, as in `i << 2 | 3`, are an offset too. */
function split(index: Term): [Term, number] {
  if (index.kind === Kind.add && index.b!.kind === Kind.constant) {
    const [base, offset] = split(index.a!);
    return [base, (offset + Number(index.b!.value)) % 2 ** 32];
  }
  if (index.kind === Kind.concat && index.b!.kind === Kind.constant) return [index.a!, Number(index.b!.value)];
  return [index, 0];
}

/** For the address of the lowest byte of element `i` in an array of elements of `size` bytes: `i`; else null. */
export function elementIndex(index: Term, size: number): Term | null {
  if (index.kind !== Kind.concat || 2 ** index.b!.width !== size) return null;
  if (index.b!.kind !== Kind.constant || index.b!.value !== 0) return null;
  const high = index.a!;
  return high.kind === Kind.extract && high.low === 0 ? high.a! : high;
}

/** The input whose bytes, all of them, were stored where they stand, with nothing but zeros after them; null for any other memory. */
export function copyOfInput(array: Term): Term | null {
  const first = array.kind === Kind.store ? array.c! : null;
  const input = first?.kind === Kind.read ? first.a! : null;
  if (input?.kind !== Kind.bytes) return null;
  const places = new Set<unknown>();
  let base = array;
  for (; base.kind === Kind.store; base = base.a!) {
    const { b, c } = base;
    if (b!.kind !== Kind.constant || c!.kind !== Kind.read || c!.a !== input) return null;
    if (c!.b!.kind !== Kind.constant || c!.b!.value !== b!.value) return null;
    places.add(b!.value);
  }
  const isEmpty = base.kind === Kind.table && base.bytes!.every((byte) => byte === 0);
  return isEmpty && places.size === input.low ? input : null;
}

/** Inputs of one byte each, stored one after the other and nothing else: the first of them; null for any other memory. */
export function rowOfInputs(array: Term): { readonly first: Term; readonly name: string } | null {
  const places = new Map<number, Term>();
  let base = array;
  for (; base.kind === Kind.store; base = base.a!) {
    const { b, c } = base;
    if (b!.kind !== Kind.constant || c!.kind !== Kind.variable || places.has(Number(b!.value))) return null;
    places.set(Number(b!.value), c!);
  }
  const first = places.get(0);
  const name = first === undefined ? undefined : /^(.*)\[0\]$/.exec(first.name)?.[1];
  if (first === undefined || name === undefined || base.kind !== Kind.table || base.low !== places.size) return null;
  return [...places].every(([i, input]) => input.name === `${name}[${i}]`) ? { first, name } : null;
}

/**
 * What a register holds. The instruction's static type tells how to read it:
 *
 * - an integer is a canonical scalar (see expr/scalar.ts) or a term of the type's width;
 * - a float or double is a JS number holding the value, or a term holding the IEEE bits;
 * - a pointer is a `Pointer`, or an integer: an address that belongs to no known object (0 is null);
 * - an integer as wide as a pointer may also be a `Pointer`: a pointer that was cast, kept whole so that casting back
 *   (or storing and loading through an integer) loses nothing;
 * - structs, arrays and vectors are JS arrays of their elements, never changed in place;
 * - `UNDEFINED` stands for an uninitialised value, and only when those are checked for; otherwise such a value is zero.
 */
import type { Scalar } from '../expr/scalar.ts';
import { Term } from '../expr/term.ts';
import type { SourcePosition } from '../program/debug.ts';
import type { Instruction } from '../program/instructions.ts';
import type { GlobalVariable, ProgramFunction } from '../program/program.ts';

export type ObjectKind = 'global' | 'constant' | 'function' | 'stack' | 'heap' | 'environment';

/**
 * The identity of a memory object: what two paths agree on. Objects are named by where and when they were made, so the
 * same allocation on two paths is the same `MemoryObject`; size, address and contents belong to the path (`ObjectState`).
 */
export class MemoryObject {
  constructor(
    readonly id: number,
    readonly kind: ObjectKind,
    /** For people: `local 'buf' of parse`, `malloc at file.c:12`. */
    readonly label: string,
    readonly site: Instruction | null,
    readonly global: GlobalVariable | ProgramFunction | null,
  ) {}

  /** Where a local was last: a pointer that outlives its local still compares like the address it held. */
  lastBase = 0;
  /** It was made before the path first forked, so every path has it. */
  isCommon = false;
  /** For a heap block: the innermost place in the user's code that asked for it. */
  madeAt: SourcePosition | null = null;
}

/** `base + index * scale` bytes, computed without wrapping around: what `a[i]` means. `index` has the pointer's width. */
export interface Linear {
  readonly base: number;
  readonly index: Term;
  readonly scale: number;
}

/**
 * `offset` is a signed safe integer, or a term of the pointer's width. Where a symbolic offset comes from one index,
 * `linear` says so: the check of bounds is then one comparison of the index, and an index so large that its product wraps
 * around is out of bounds, as C has it.
 */
export class Pointer {
  constructor(
    readonly object: MemoryObject,
    readonly offset: number | Term,
    readonly linear: Linear | null = null,
  ) {}
}

export const UNDEFINED = { undefined: true } as const;
export type Undefined = typeof UNDEFINED;

export type Value = Scalar | Term | Pointer | Undefined | readonly Value[];

export function isConcrete(value: Value): value is Scalar {
  return typeof value === 'number' || typeof value === 'bigint';
}

export function isTerm(value: Value): value is Term {
  return value instanceof Term;
}

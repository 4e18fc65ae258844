import type { Kind } from './kinds.ts';
import type { Scalar } from './scalar.ts';

/**
 * A term: immutable, and made only by `Terms`, which gives equal terms the same object; so equality is `===` and maps
 * may be indexed by `id`. One class with one shape for all kinds keeps every property access monomorphic: these are
 * the most read objects of the program.
 */
export class Term {
  /** @internal Only `Terms` calls this. */
  constructor(
    readonly id: number,
    readonly kind: Kind,
    /** In bits; 0 for arrays. */
    readonly width: number,
    readonly a: Term | null,
    readonly b: Term | null,
    readonly c: Term | null,
    /** extract: lowest bit; fround: rounding mode; table and bytes: size in bytes; otherwise 0. */
    readonly low: number,
    /** constant: its value; otherwise 0. */
    readonly value: Scalar,
    /** variable and bytes: the input's name; otherwise the empty string. */
    readonly name: string,
    /** table: the contents; otherwise null. */
    readonly bytes: Uint8Array | null,
    /** The hash the table of terms uses. */
    readonly hash: number,
    /** Whether any float kind occurs in it. */
    readonly hasFloat: boolean,
  ) {}
}

/**
 * Values for inputs. An input the model does not mention is zero. Array inputs may be shorter than the object; the rest
 * is zero.
 */
export class Model {
  readonly scalars = new Map<Term, Scalar>();
  readonly arrays = new Map<Term, Uint8Array>();
}

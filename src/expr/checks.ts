import { InternalError } from '../program/errors.ts';
import { Kind } from './kinds.ts';
import { fromBigInt, maskOf, type Scalar } from './scalar.ts';
import type { Term } from './term.ts';

/** What the maker demands of its arguments: a caller that breaks it has a bug, and hears so in one sentence. */

export const MAX_WIDTH = 1 << 16;

/** The canonical scalar of an integer, wrapped to the width. */
export function canonical(value: Scalar, width: number): Scalar {
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) throw new InternalError(`${value} is not an integer`);
    if (value >= 0 && Number.isSafeInteger(value) && (width >= 53 || value < 2 ** width)) return value;
  }
  return fromBigInt(BigInt(value) & maskOf(width));
}

export function checkWidth(width: number): void {
  if (!Number.isInteger(width) || width < 1 || width > MAX_WIDTH)
    throw new InternalError(`a term cannot have ${width} bits: widths go from 1 to ${MAX_WIDTH}`);
}

export function checkSize(size: number): void {
  if (!Number.isInteger(size) || size < 0 || size > 2 ** 32)
    throw new InternalError(`an array cannot have ${size} bytes: sizes go from 0 to 2^32`);
}

export function checkArray(array: Term): void {
  if (array.width !== 0) throw new InternalError(`a term of ${array.width} bits is used as an array`);
}

export function checkIs(term: Term, width: number, what: string): void {
  if (term.width !== width) throw new InternalError(`${what} has ${term.width} bits instead of ${width}`);
}

export function scalarWidth(a: Term): number {
  if (a.width === 0) throw new InternalError('an array is used as a bit-vector');
  return a.width;
}

export function sameWidth(a: Term, b: Term): number {
  if (a.width !== b.width || a.width === 0)
    throw new InternalError(`operands of ${a.width} and ${b.width} bits do not go together`);
  return a.width;
}

export function checkExtension(a: Term, width: number): void {
  checkWidth(width);
  if (width < scalarWidth(a)) throw new InternalError(`cannot extend ${a.width} bits to ${width}`);
}

export function checkFloat(width: number): void {
  if (width !== 32 && width !== 64) throw new InternalError(`a float has 32 or 64 bits, not ${width}`);
}

export function floatWidth(a: Term, b: Term): number {
  checkFloat(a.width);
  return sameWidth(a, b);
}

export function describeInput(term: Term): string {
  return term.kind === Kind.variable ? `with ${term.width} bits` : `as an object of ${term.low} bytes`;
}

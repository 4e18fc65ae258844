/** Sets of values of one byte of input, as 256 bits: what is known of most inputs, and most of what is required, is such a set. */
import { Kind } from '../../expr/kinds.ts';
import { Model, type Term } from '../../expr/term.ts';
import type { Support } from '../../solver/support.ts';

/** The values of one byte for which a condition holds: bit v of 256. */
export type ByteSet = Int32Array;

export const EVERY_BYTE: ByteSet = new Int32Array(8).fill(-1);

/** How often a requirement holds where a condition does. */
export type HowOften = 'always' | 'sometimes' | 'never';

export function howOften(possible: ByteSet, allowed: ByteSet): HowOften {
  if (isSubset(possible, allowed)) return 'always';
  return isApart(possible, allowed) ? 'never' : 'sometimes';
}

function isApart(a: ByteSet, b: ByteSet): boolean {
  for (let i = 0; i < 8; i++) if ((a[i] & b[i]) !== 0) return false;
  return true;
}

export function isSubset(part: ByteSet, whole: ByteSet): boolean {
  for (let i = 0; i < 8; i++) if ((part[i] & ~whole[i]) !== 0) return false;
  return true;
}

export function isOneCell(support: Support): boolean {
  return support.length === 3 && support[2] - support[1] === 1;
}

/** Gives models in which a byte of an input has each of its values. */
export function forEachByte(input: Term, cell: number, visit: (value: number, model: Model) => void): void {
  const model = new Model();
  const bytes = new Uint8Array(input.kind === Kind.bytes ? input.low : 0);
  if (input.kind === Kind.bytes) model.arrays.set(input, bytes);
  for (let value = 0; value < 256; value++) {
    if (input.kind === Kind.bytes) bytes[cell] = value;
    else model.scalars.set(input, value);
    visit(value, model);
  }
}

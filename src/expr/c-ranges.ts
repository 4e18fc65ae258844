/**
 * Between which bounds the value of a piece of C text lies. Where that is known, a conversion that changes nothing is left out:
 * `decoding[c - '+']` instead of `decoding[(signed char)(c - '+')]` in a row that says `'+' <= c <= 'z'`. A range is kept only as long as C
 * computes without overflow; none means that nothing is known.
 */
import { Kind } from './kinds.ts';
import type { Term } from './term.ts';

export type CRange = readonly [least: bigint, most: bigint];
export type MaybeRange = CRange | undefined;

export function rangeOfType(width: number, signed: boolean): CRange {
  const half = 1n << BigInt(width - 1);
  return signed ? [-half, half - 1n] : [0n, 2n * half - 1n];
}

export function fitsType(range: MaybeRange, width: number, signed: boolean): boolean {
  if (range === undefined) return false;
  const [least, most] = rangeOfType(width, signed);
  return least <= range[0] && range[1] <= most;
}

/** The range itself where C's type holds it. */
export function rangeWithin(range: MaybeRange, bits: number, signed: boolean): MaybeRange {
  return fitsType(range, bits, signed) ? range : undefined;
}

/** Of numbers whose bits lie in one of some intervals, read with or without a sign. */
export function readAs(intervals: readonly (readonly [bigint, bigint])[], width: number, signed: boolean): MaybeRange {
  if (intervals.length === 0) return undefined;
  const half = 1n << BigInt(width - 1);
  const bounds = intervals.flatMap(([from, to]) => {
    if (!signed) return [from, to];
    const isCut = from < half && to >= half;
    return (isCut ? [from, half - 1n, half, to] : [from, to]).map((value) => BigInt.asIntN(width, value));
  });
  return hullOf(bounds);
}

export function hullOf(values: readonly bigint[]): CRange {
  let [least, most] = [values[0], values[0]];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

export function rangeOfDifference(left: MaybeRange, right: MaybeRange): MaybeRange {
  return sum(left, negative(right));
}

export function sum(left: MaybeRange, right: MaybeRange): MaybeRange {
  return left === undefined || right === undefined ? undefined : [left[0] + right[0], left[1] + right[1]];
}

export function negative(range: MaybeRange): MaybeRange {
  return range === undefined ? undefined : [-range[1], -range[0]];
}

/** Of `~x`. */
export function inverted(range: MaybeRange): MaybeRange {
  return range === undefined ? undefined : [-1n - range[1], -1n - range[0]];
}

export function shiftedRight(range: MaybeRange, by: number): MaybeRange {
  return range === undefined ? undefined : [range[0] >> BigInt(by), range[1] >> BigInt(by)];
}

/** Of an operation on two exact values. */
export function rangeAfter({ kind, b }: Term, left: MaybeRange, right: MaybeRange): MaybeRange {
  const count = b!.kind === Kind.constant ? Number(b!.value) : null;
  switch (kind) {
    case Kind.and: {
      const known = [left, right].filter((range) => range !== undefined && range[0] >= 0n).map((range) => range![1]);
      return known.length === 0 ? undefined : [0n, hullOf(known)[0]];
    }
    case Kind.lshr:
    case Kind.ashr:
      if (count !== null || left === undefined) return shiftedRight(left, count ?? 0);
      // By whatever C defines: towards 0, or -1.
      return [left[0] < 0n ? left[0] : 0n, left[1] < 0n ? -1n : left[1]];
    case Kind.shl:
      return count === null || left === undefined || left[0] < 0n
        ? undefined
        : [left[0] << BigInt(count), left[1] << BigInt(count)];
    case Kind.mul: {
      if (left === undefined || right === undefined) return undefined;
      return hullOf(left.flatMap((x) => right.map((y) => x * y)));
    }
    case Kind.udiv:
      return count === null || count === 0 || left === undefined || left[0] < 0n
        ? undefined
        : [left[0] / BigInt(count), left[1] / BigInt(count)];
    case Kind.urem:
      return count === null || count <= 0 ? undefined : [0n, BigInt(count) - 1n];
    case Kind.srem: {
      const divisor = b!.kind === Kind.constant ? BigInt.asIntN(b!.width, BigInt(b!.value)) : 0n;
      if (divisor === 0n) return undefined;
      const most = (divisor < 0n ? -divisor : divisor) - 1n;
      // With the sign of what is divided.
      return [left !== undefined && left[0] >= 0n ? 0n : -most, left !== undefined && left[1] <= 0n ? 0n : most];
    }
    default:
      return undefined;
  }
}

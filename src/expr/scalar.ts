/**
 * Concrete integers. A scalar is unsigned and canonical: a number while it is a safe integer, a bigint beyond. Most
 * values of real programs are numbers, and numbers are ten times faster than bigints; the canonical form makes `===`
 * the right equality.
 */
export type Scalar = number | bigint;

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const masks: bigint[] = [];

/** 2^width - 1. */
export function maskOf(width: number): bigint {
  return (masks[width] ??= (1n << BigInt(width)) - 1n);
}

/** The canonical scalar for a non-negative bigint. */
export function fromBigInt(value: bigint): Scalar {
  return value <= SAFE ? Number(value) : value;
}

/** Wraps any bigint to `width` bits. */
export function wrap(value: bigint, width: number): Scalar {
  return fromBigInt(value & maskOf(width));
}

/** The two's complement reading. */
export function toSigned(value: Scalar, width: number): bigint {
  const big = BigInt(value);
  return big >> BigInt(width - 1) === 0n ? big : big - (1n << BigInt(width));
}

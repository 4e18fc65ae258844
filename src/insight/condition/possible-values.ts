/** Values that an operation leaves possible, whatever its operands: what a mask lets through, what a division leaves. */
import { Kind } from '../../expr/kinds.ts';
import { maskOf } from '../../expr/scalar.ts';
import type { Term } from '../../expr/term.ts';
import { type Interval, joined } from './intervals.ts';

/** Of so many bits all values are listed. */
const MOST_BITS_LISTED = 6;

/** What `x & 0x201` can be: 0, 1, 0x200 or 0x201, and nothing between. Null where that is no list, and for anything else. */
export function maskedValues({ kind, b }: Term): Interval[] | null {
  if (kind !== Kind.and || b!.kind !== Kind.constant) return null;
  const mask = BigInt(b!.value);
  const bits = [...mask.toString(2)].reverse().flatMap((bit, i) => (bit === '1' ? [1n << BigInt(i)] : []));
  if (bits.length > MOST_BITS_LISTED) return null;
  let values = [0n];
  for (const bit of bits) values = [...values, ...values.map((value) => value | bit)];
  return [...joined(values.map((value): Interval => [value, value]))];
}

/** What is left of a division by a constant; null for anything else. */
export function remainders(term: Term): Interval[] | null {
  const { kind, b, width } = term;
  if (kind === Kind.extract && term.low === 0) {
    const inner = remainders(term.a!);
    // The lower bits of a small number are the number.
    const isSmall = inner?.every(
      ([from, to]) => to < 1n << BigInt(width - 1) || -from + maskOf(term.a!.width) < 1n << BigInt(width - 1),
    );
    return isSmall ? inner!.map(([from, to]) => [BigInt.asUintN(width, from), BigInt.asUintN(width, to)]) : null;
  }
  if ((kind !== Kind.srem && kind !== Kind.urem) || b!.kind !== Kind.constant) return null;
  const signed = kind === Kind.srem ? BigInt.asIntN(width, BigInt(b!.value)) : BigInt(b!.value);
  const most = (signed < 0n ? -signed : signed) - 1n;
  if (most < 0n) return null;
  if (kind === Kind.urem || most === 0n) return [[0n, most]];
  return [
    [0n, most],
    [maskOf(width) - most + 1n, maskOf(width)],
  ];
}

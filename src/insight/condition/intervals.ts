/** Sets of unsigned numbers as sorted, disjoint intervals with both ends included. */
export type Interval = readonly [from: bigint, to: bigint];
export type Intervals = readonly Interval[];

export function complement(set: Intervals, most: bigint): Intervals {
  const result: Interval[] = [];
  let next = 0n;
  for (const [from, to] of set) {
    if (from > next) result.push([next, from - 1n]);
    next = to + 1n;
  }
  if (next <= most) result.push([next, most]);
  return result;
}

export function commonPart(a: Intervals, b: Intervals): Intervals {
  const result: Interval[] = [];
  for (const [from, to] of a) {
    for (const [low, high] of b) {
      const [start, end] = [larger(from, low), -larger(-to, -high)];
      if (start <= end) result.push([start, end]);
    }
  }
  return result.sort((x, y) => (x[0] < y[0] ? -1 : 1));
}

/** Every number moved by `distance`, wrapping at 2^width. */
export function shifted(set: Intervals, distance: bigint, width: number): Intervals {
  const size = 1n << BigInt(width);
  const moved = set.flatMap(([from, to]): Interval[] => {
    const start = BigInt.asUintN(width, from + distance);
    const end = start + (to - from);
    return end < size
      ? [[start, end]]
      : [
          [start, size - 1n],
          [0n, end - size],
        ];
  });
  return joined(moved);
}

/** Sorted, with neighbours in one. */
export function joined(set: Intervals): Intervals {
  const result: [bigint, bigint][] = [];
  for (const [from, to] of [...set].sort((x, y) => (x[0] < y[0] ? -1 : 1))) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1] + 1n) last[1] = larger(to, last[1]);
    else result.push([from, to]);
  }
  return result;
}

/** The numbers whose two's complement reading lies between two bounds. */
export function signedRange(least: bigint, most: bigint, width: number): Intervals {
  if (least > most) return [];
  return shifted([[0n, most - least]], least, width);
}

function larger(one: bigint, other: bigint): bigint {
  if (one > other) return one;
  return other;
}

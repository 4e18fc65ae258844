/**
 * Pairs of equal items of two sequences, in order: as many as are found. Equal beginnings and ends are taken first; short rests
 * are compared item by item (the table of the longest common subsequence), long ones are first cut at items that occur once
 * in each, as patience diff does, so that traces of a hundred thousand steps cost what their differing parts cost.
 */

export type Pair = readonly [left: number, right: number];

/** Cells of a table that is filled without a second thought. */
const MOST_CELLS = 4_000_000;

export function commonSequence<Key>(left: readonly Key[], right: readonly Key[]): Pair[] {
  const pairs: Pair[] = [];
  match(left, right, 0, left.length, 0, right.length, pairs);
  return pairs;
}

function match<Key>(
  left: readonly Key[],
  right: readonly Key[],
  from: number,
  to: number,
  otherFrom: number,
  otherTo: number,
  pairs: Pair[],
): void {
  let [a, b, c, d] = [from, to, otherFrom, otherTo];
  while (a < b && c < d && left[a] === right[c]) pairs.push([a++, c++]);
  const ending: Pair[] = [];
  while (a < b && c < d && left[b - 1] === right[d - 1]) ending.push([--b, --d]);
  if (a < b && c < d) {
    if ((b - a) * (d - c) <= MOST_CELLS) longest(left, right, a, b, c, d, pairs);
    else between(left, right, a, b, c, d, pairs);
  }
  pairs.push(...ending.reverse());
}

function longest<Key>(
  left: readonly Key[],
  right: readonly Key[],
  a: number,
  b: number,
  c: number,
  d: number,
  pairs: Pair[],
): void {
  const width = d - c + 1;
  const table = new Uint16Array((b - a + 1) * width);
  for (let i = b - a - 1; i >= 0; i--) {
    for (let j = d - c - 1; j >= 0; j--) {
      const at = i * width + j;
      table[at] = left[a + i] === right[c + j] ? table[at + width + 1] + 1 : Math.max(table[at + width], table[at + 1]);
    }
  }
  let i = 0;
  let j = 0;
  while (i < b - a && j < d - c) {
    const at = i * width + j;
    if (left[a + i] === right[c + j]) pairs.push([a + i++, c + j++]);
    else if (table[at + width] >= table[at + 1]) i++;
    else j++;
  }
}

function between<Key>(
  left: readonly Key[],
  right: readonly Key[],
  a: number,
  b: number,
  c: number,
  d: number,
  pairs: Pair[],
): void {
  const anchors = increasing(once(left, a, b), once(right, c, d));
  let [i, j] = [a, c];
  for (const [x, y] of anchors) {
    match(left, right, i, x, j, y, pairs);
    pairs.push([x, y]);
    [i, j] = [x + 1, y + 1];
  }
  // Without an anchor nothing gets smaller: what is left stays apart.
  if (anchors.length > 0) match(left, right, i, b, j, d, pairs);
}

function once<Key>(items: readonly Key[], from: number, to: number): Map<Key, number> {
  const found = new Map<Key, number>();
  const again = new Set<Key>();
  for (let i = from; i < to; i++) {
    if (found.has(items[i])) again.add(items[i]);
    else found.set(items[i], i);
  }
  for (const key of again) found.delete(key);
  return found;
}

/** Pairs of the same key whose positions grow on both sides: the longest such list. */
function increasing<Key>(left: ReadonlyMap<Key, number>, right: ReadonlyMap<Key, number>): Pair[] {
  const common: Pair[] = [];
  for (const [key, x] of left) {
    const y = right.get(key);
    if (y !== undefined) common.push([x, y]);
  }
  common.sort((one, other) => one[0] - other[0]);
  const tails: number[] = [];
  const before: number[] = [];
  common.forEach(([, y], i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (common[tails[middle]][1] < y) low = middle + 1;
      else high = middle;
    }
    before.push(low === 0 ? -1 : tails[low - 1]);
    tails[low] = i;
  });
  const result: Pair[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]) result.push(common[at]);
  return result.reverse();
}

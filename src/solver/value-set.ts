/** Sets of unsigned numbers of one width (at most 32 bits): the ends of ascending intervals that do not touch, both inclusive. */
export type WordSet = readonly number[];

export const NO_VALUE: WordSet = [];

export const allValues = (width: number): WordSet => [0, 2 ** width - 1];

/** From one number up to another, past the largest and on from zero where the second is smaller. */
export function valuesBetween(from: number, to: number, width: number): WordSet {
  if (from <= to) return [from, to];
  return to + 1 === from ? allValues(width) : [0, to, from, 2 ** width - 1];
}

export function countOfValues(set: WordSet): number {
  let size = 0;
  for (let i = 0; i < set.length; i += 2) size += set[i + 1] - set[i] + 1;
  return size;
}

export function complementOf(set: WordSet, width: number): WordSet {
  const result: number[] = [];
  let from = 0;
  for (let i = 0; i < set.length; i += 2) {
    if (set[i] > from) result.push(from, set[i] - 1);
    from = set[i + 1] + 1;
  }
  if (from < 2 ** width) result.push(from, 2 ** width - 1);
  return result;
}

export function intersection(a: WordSet, b: WordSet): WordSet {
  const result: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const from = Math.max(a[i], b[j]);
    const to = Math.min(a[i + 1], b[j + 1]);
    if (from <= to) result.push(from, to);
    if (a[i + 1] < b[j + 1]) i += 2;
    else j += 2;
  }
  return result;
}

export function unionOf(a: WordSet, b: WordSet, width: number): WordSet {
  return complementOf(intersection(complementOf(a, width), complementOf(b, width)), width);
}

/** Every value plus the distance, modulo 2^width. */
export function shiftedValues(set: WordSet, distance: number, width: number): WordSet {
  const modulus = 2 ** width;
  let result: WordSet = NO_VALUE;
  if (countOfValues(set) === modulus) return set;
  for (let i = 0; i < set.length; i += 2) {
    const from = (set[i] + distance) % modulus;
    const to = (set[i + 1] + distance) % modulus;
    result = unionOf(result, valuesBetween(from, to, width), width);
  }
  return result;
}

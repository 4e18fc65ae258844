import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BitSet } from '../../src/analysis/bit-set.ts';
import { fewestSets } from '../../src/explore/fewest-sets.ts';

/** The size of the smallest choice, by trying all of them. */
function bruteForce(
  sets: readonly (readonly number[])[],
  wanted: readonly number[],
  forced: readonly number[],
): number {
  let best = Number.POSITIVE_INFINITY;
  for (let choice = 0; choice < 1 << sets.length; choice++) {
    if (!forced.every((index) => choice & (1 << index))) continue;
    const chosen = sets.filter((_, i) => choice & (1 << i));
    const has = new Set(chosen.flat());
    if (wanted.every((member) => has.has(member))) best = Math.min(best, chosen.length);
  }
  return best;
}

it('finds as few sets as trying all choices does, and they have everything wanted', () => {
  const members = fc.uniqueArray(fc.nat(11), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(members, { minLength: 1, maxLength: 9 }), fc.boolean(), (sets, forces) => {
      const wanted = [...new Set(sets.flat())];
      const forced = forces ? [sets.length - 1] : [];
      const { chosen, atLeast } = fewestSets(
        sets.map((set) => BitSet.of(set)),
        BitSet.of(wanted),
        forced,
      );
      expect(new Set(chosen.flatMap((i) => sets[i]))).toEqual(new Set([...wanted, ...forced.flatMap((i) => sets[i])]));
      expect(chosen).toEqual(expect.arrayContaining(forced));
      expect(chosen).toHaveLength(bruteForce(sets, wanted, forced));
      expect(atLeast).toBe(chosen.length);
    }),
    { numRuns: 400 },
  );
});

it('is better than taking the largest set first', () => {
  const sets = [[1, 2, 3, 4], [1, 2, 5], [3, 4, 6], [7]].map((set) => BitSet.of(set));
  const { chosen, atLeast } = fewestSets(sets, BitSet.of([1, 2, 3, 4, 5, 6, 7]));
  expect(chosen).toEqual([1, 2, 3]);
  expect(atLeast).toBe(3);
});

it('says how far a large answer may be from the fewest', () => {
  // Steiner triples in a plane of 9 x 9 points: nothing dominates anything, and there are very many choices.
  const sets: BitSet[] = [];
  for (let a = 0; a < 81; a++) {
    for (let b = a + 1; b < 81; b++) {
      const third = (at: (point: number) => number) => (6 - at(a) - at(b)) % 3;
      const digits = [1, 3, 9, 27].map((power) => third((point) => Math.floor(point / power) % 3) * power);
      const c = digits.reduce((sum, each) => sum + each, 0);
      if (c > b) sets.push(BitSet.of([a, b, c]));
    }
  }
  // Of each triple one point: points are the sets, triples the members.
  const points = Array.from({ length: 81 }, (_, point) =>
    BitSet.of(sets.flatMap((set, i) => (set.has(point) ? [i] : []))),
  );
  const { chosen, atLeast } = fewestSets(points, BitSet.of(sets.keys()));
  expect(atLeast).toBeGreaterThanOrEqual(27);
  expect(atLeast).toBeLessThan(61);
  // 61 is known to be the fewest.
  expect(chosen.length).toBeGreaterThanOrEqual(61);
  expect(chosen.length).toBeLessThan(70);
});

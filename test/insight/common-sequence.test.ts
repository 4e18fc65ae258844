import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonSequence } from '../../src/insight/blame/common-sequence.ts';

/** The length of the longest common subsequence, by definition. */
function longest(left: readonly number[], right: readonly number[]): number {
  if (left.length === 0 || right.length === 0) return 0;
  if (left[0] === right[0]) return 1 + longest(left.slice(1), right.slice(1));
  return Math.max(longest(left.slice(1), right), longest(left, right.slice(1)));
}

const items = fc.array(fc.nat(3), { maxLength: 9 });

test('pairs equal items in order, as many as there can be', () => {
  fc.assert(
    fc.property(items, items, (left, right) => {
      const pairs = commonSequence(left, right);
      for (const [i, j] of pairs) expect(left[i]).toBe(right[j]);
      for (let k = 1; k < pairs.length; k++) {
        expect(pairs[k][0]).toBeGreaterThan(pairs[k - 1][0]);
        expect(pairs[k][1]).toBeGreaterThan(pairs[k - 1][1]);
      }
      expect(pairs.length).toBe(longest(left, right));
    }),
  );
});

test('finds long common parts of sequences that are too long for a table', () => {
  const left = Array.from({ length: 6000 }, (_, i) => i);
  const right = [-1, ...left.filter((i) => i % 1000 !== 0), -2];
  expect(commonSequence(left, right)).toHaveLength(5994);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { Model, type Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { Domain, SatisfyingValues } from '../../src/solver/domain.ts';
import { IntMap } from '../../src/solver/int-map.ts';
import {
  complementOf,
  intersection,
  shiftedValues,
  unionOf,
  valuesBetween,
  type WordSet,
} from '../../src/solver/value-set.ts';

const WIDTH = 6;
const SIZE = 2 ** WIDTH;
const ALL = Array.from({ length: SIZE }, (_, value) => value);

const has = (set: WordSet, value: number): boolean => {
  for (let i = 0; i < set.length; i += 2) if (set[i] <= value && value <= set[i + 1]) return true;
  return false;
};
const members = (set: WordSet): number[] => ALL.filter((value) => has(set, value));
const someSet = fc
  .array(fc.tuple(fc.nat(SIZE - 1), fc.nat(SIZE - 1)), { maxLength: 4 })
  .map((pairs) => pairs.reduce<WordSet>((set, [from, to]) => unionOf(set, valuesBetween(from, to, WIDTH), WIDTH), []));

describe('sets of values', () => {
  it('complement, intersection, union and shift are those of sets', () => {
    fc.assert(
      fc.property(someSet, someSet, fc.nat(SIZE - 1), (a, b, distance) => {
        expect(members(complementOf(a, WIDTH))).toEqual(ALL.filter((value) => !has(a, value)));
        expect(members(intersection(a, b))).toEqual(ALL.filter((value) => has(a, value) && has(b, value)));
        expect(members(unionOf(a, b, WIDTH))).toEqual(ALL.filter((value) => has(a, value) || has(b, value)));
        const moved = members(a).map((value) => (value + distance) % SIZE);
        expect(members(shiftedValues(a, distance, WIDTH))).toEqual(moved.sort((x, y) => x - y));
      }),
    );
  });

  it('a domain has the values of which all conditions hold, and finds the smallest', () => {
    fc.assert(
      fc.property(fc.array(someSet, { maxLength: 4 }), fc.array(fc.nat(SIZE - 1)), someSet, (sets, excluded, asked) => {
        let domain = Domain.all(WIDTH);
        for (const set of sets) domain = domain.within(set)!;
        for (const value of excluded) domain = domain.within(complementOf([value, value], WIDTH))!;
        const left = ALL.filter((value) => sets.every((set) => has(set, value)) && !excluded.includes(value));
        const common = left.filter((value) => has(asked, value));
        expect(domain.smallestIn(asked)).toBe(common[0] ?? null);
        expect(domain.meets(asked)).toBe(common.length > 0);
        expect(domain.smallestIn()).toBe(left[0] ?? null);
      }),
    );
  });
});

describe('the values for which a condition holds', () => {
  const terms = new Terms({ rewriteLevel: 0 });
  const x = terms.variable('x', WIDTH);
  const k = (value: number): Term => terms.constant(WIDTH, value);
  const COMPARISONS = ['eq', 'ult', 'ule', 'slt', 'sle'] as const;

  it.each(COMPARISONS)('%s with any constant, on either side, of the input or a sum', (comparison) => {
    const sets = new SatisfyingValues();
    for (let limit = 0; limit < SIZE; limit++) {
      for (const side of [x, terms.add(x, k(5)), terms.add(x, k(SIZE - 7))]) {
        for (const plain of [terms[comparison](side, k(limit)), terms[comparison](k(limit), side)]) {
          const condition = limit % 2 === 0 ? plain : terms.not(plain);
          const expected = ALL.filter((value) => {
            const model = new Model();
            model.scalars.set(x, value);
            return evaluate(condition, model) === 1;
          });
          expect(members(sets.of(condition, { input: x, index: 0 })!)).toEqual(expected);
        }
      }
    }
  });

  it('is not known of a wide input in a shape that says nothing', () => {
    const wide = terms.variable('wide', 32);
    const odd = terms.eq(terms.and(wide, terms.constant(32, 1)), terms.constant(32, 1));
    expect(new SatisfyingValues().of(odd, { input: wide, index: 0 })).toBeNull();
  });
});

it('a persistent map keeps every version as it was', () => {
  const key = fc.oneof(fc.nat(40), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.boolean()), { maxLength: 200 }), (changes) => {
      let map = IntMap.empty<number>();
      const expected = new Map<number, number>();
      const versions: [IntMap<number>, Map<number, number>][] = [];
      for (const [i, [each, isAdded]] of changes.entries()) {
        map = isAdded ? map.with(each, i) : map.without(each);
        if (isAdded) expected.set(each, i);
        else expected.delete(each);
        versions.push([map, new Map(expected)]);
      }
      for (const [version, entries] of versions) {
        expect(version.size).toBe(entries.size);
        expect([...version.values()].sort()).toEqual([...entries.values()].sort());
        for (const [each] of changes) expect(version.get(each)).toBe(entries.get(each));
      }
    }),
  );
});

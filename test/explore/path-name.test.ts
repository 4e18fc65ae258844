import { describe, expect, it } from 'vitest';
import { compareNames, FinishedPaths, pathName } from '../../src/explore/path-name.ts';
import type { Choice } from '../../src/machine/state.ts';

/** A path by its sides; forks are told apart by what came before them, as those of a program are. */
function path(sides: string, salt = 0) {
  let choices: Choice | null = null;
  for (let i = 0; i < sides.length; i++) {
    const mark = 7919 * (Number.parseInt(`1${sides.slice(0, i)}`, 2) + salt);
    choices = { before: choices, mark, side: sides[i] === '1' ? 1 : 0 };
  }
  return { choices, arguments: [[1, 2]] };
}
const finished = (...all: string[]) => new FinishedPaths(all.map((sides) => pathName(path(sides))));

describe('finished paths', () => {
  it('include what they end with and everything below', () => {
    const known = finished('00', '010');
    expect(known.includes(path('00'))).toBe(true);
    expect(known.includes(path('0011'))).toBe(true);
    expect(known.includes(path('010'))).toBe(true);
    for (const open of ['', '0', '01', '011', '1']) expect(known.includes(path(open)), open).toBe(false);
  });
  it('close a fork when both of its sides are finished, in whatever order', () => {
    for (const order of [
      ['00', '010', '011'],
      ['011', '00', '010'],
    ]) {
      const known = finished(...order);
      expect(known.includes(path('01'))).toBe(true);
      expect(known.includes(path('0'))).toBe(true);
      expect(known.includes(path(''))).toBe(false);
    }
    expect(finished('').includes(path('1'))).toBe(true);
  });
  it('say nothing about a path that forks elsewhere', () => {
    expect(finished('00', '01').includes(path('00', 5))).toBe(false);
  });
  it('say nothing about a program that starts with other arguments', () => {
    expect(finished('').includes({ choices: null, arguments: [[1]] })).toBe(false);
  });
});

describe('names of paths', () => {
  it('are ordered like a search that goes deep first, starts apart', () => {
    const sides = ['', '0', '00', '001', '01', '0100', '011', '1', '10', '1010', '11', '111'];
    const named = (argument: number[]) => sides.map((each) => pathName({ ...path(each), arguments: [argument] }));
    const expected = [...named([1]), ...named([1, 2])];
    const mixed = [...expected].sort(
      (a, b) => ((a.length * 31 + a.charCodeAt(5)) % 7) - ((b.length * 31 + b.charCodeAt(5)) % 7),
    );
    expect(mixed).not.toEqual(expected);
    expect(mixed.sort(compareNames)).toEqual(expected);
  });
});

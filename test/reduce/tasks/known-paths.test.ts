import { describe, expect, it } from 'vitest';
import { Model } from '../../../src/expr/term.ts';
import { Terms } from '../../../src/expr/terms.ts';
import { KnownPaths } from '../../../src/reduce/tasks/known-paths.ts';

const terms = new Terms();
const [x, y] = ['x', 'y'].map((name) => terms.variable(name, 32));
const small = terms.ult(x, terms.constant(32, 10));
const even = terms.eq(terms.and(y, terms.constant(32, 1)), terms.constant(32, 0));

function input(xValue: number, yValue: number): Model {
  const model = new Model();
  model.scalars.set(x, xValue);
  model.scalars.set(y, yValue);
  return model;
}

describe('known paths', () => {
  it('finds the path an input takes by the decisions along it', () => {
    const paths = new KnownPaths<{ halt: number[] | null }>(terms);
    const halt = [terms.not(small).id];
    expect(paths.add([small.id, even.id], { halt: null })).toBe(true);
    expect(paths.add([terms.not(small).id], { halt })).toBe(true);
    expect(paths.of(input(3, 4))).toEqual({ halt: null });
    expect(paths.of(input(30, 5))).toEqual({ halt });
    expect(paths.of(input(3, 5))).toBeNull();
    expect(paths.size).toBe(2);
  });

  it('tells the values apart that were chosen for something symbolic', () => {
    const paths = new KnownPaths<{ halt: number[] | null }>(terms);
    const chosen = [1, 2].map((value) => terms.eq(x, terms.constant(32, value)).id);
    for (const literal of chosen) paths.add([literal], { halt: [literal] });
    expect(paths.of(input(1, 0))?.halt).toEqual([chosen[0]]);
    expect(paths.of(input(2, 0))?.halt).toEqual([chosen[1]]);
    expect(paths.of(input(3, 0))).toBeNull();
  });

  it('knows a path that decides nothing once it was run', () => {
    const paths = new KnownPaths<{ halt: number[] | null }>(terms);
    expect(paths.of(input(0, 0))).toBeNull();
    expect(paths.add([], { halt: null })).toBe(true);
    expect(paths.add([], { halt: null })).toBe(false);
    expect(paths.of(input(7, 7))).toEqual({ halt: null });
  });
});

/** Small parts that searches by tasks share: what waits, lists of conditions, inputs near a known one. */
import { describe, expect, it } from 'vitest';
import type { SearchName } from '../../../src/explore/searchers/choose.ts';
import { Model } from '../../../src/expr/term.ts';
import { Terms } from '../../../src/expr/terms.ts';
import { Agenda } from '../../../src/reduce/tasks/agenda.ts';
import { ConditionChain } from '../../../src/reduce/tasks/condition-chain.ts';
import { nearby } from '../../../src/reduce/tasks/nearby.ts';

describe('an agenda', () => {
  const taken = (search: SearchName, count: number, seed = 1): number[] => {
    const agenda = new Agenda<number>(search, seed);
    for (let task = 0; task < count; task++) agenda.add(task);
    const result: number[] = [];
    for (let task = agenda.next(); task !== undefined; task = agenda.next()) result.push(task);
    expect(agenda.size).toBe(0);
    return result;
  };
  const inOrder = Array.from({ length: 3000 }, (_, task) => task);

  it('gives the newest first in depth, the oldest first in breadth, each once', () => {
    expect(taken('dfs', 3000)).toEqual(inOrder.toReversed());
    expect(taken('bfs', 3000)).toEqual(inOrder);
  });

  it('gives any other order by its seed alone, each task once', () => {
    const drawn = taken('random', 3000, 7);
    expect(drawn).not.toEqual(inOrder);
    expect(drawn.toSorted((a, b) => a - b)).toEqual(inOrder);
    expect(taken('random', 3000, 7)).toEqual(drawn);
    expect(taken('random', 3000, 8)).not.toEqual(drawn);
  });
});

describe('a chain of conditions', () => {
  const terms = new Terms();
  const [p, q, r] = ['p', 'q', 'r'].map((name) => terms.variable(name, 1));

  it('takes over what two lists have in common at their beginning, and nothing else', () => {
    const chain = new ConditionChain();
    const first = chain.of([p, q]);
    expect(chain.of([p, q])).toBe(first);
    const other = chain.of([p, r]);
    expect([...other.conjuncts()]).toEqual([p, r]);
    // What was replaced is not found again by its position.
    expect([...chain.of([p, q]).conjuncts()]).toEqual([p, q]);
    expect([...chain.of([q]).conjuncts()]).toEqual([q]);
    expect([...chain.of([]).conjuncts()]).toEqual([]);
  });
});

describe('an input near a known one', () => {
  const terms = new Terms();
  const [x, y] = ['x', 'y'].map((name) => terms.variable(name, 8));
  const text = terms.bytes('text', 4);
  const at = (index: number) => terms.read(text, terms.constant(32, index));

  it('has what the conditions speak of from the solution, all else from the known one', () => {
    const [solved, home] = [new Model(), new Model()];
    solved.scalars.set(x, 1).set(y, 2);
    solved.arrays.set(text, Uint8Array.of(9, 8));
    home.scalars.set(x, 5).set(y, 6);
    home.arrays.set(text, Uint8Array.of(1, 2, 3, 4));
    const found = nearby(solved, home, [terms.eq(x, terms.constant(8, 1)), terms.eq(at(1), terms.constant(8, 8))]);
    expect([found.scalars.get(x), found.scalars.get(y)]).toEqual([1, 6]);
    expect([...found.arrays.get(text)!]).toEqual([1, 8, 3, 4]);
    expect([...home.arrays.get(text)!]).toEqual([1, 2, 3, 4]);
  });

  it('has zeros where neither says anything', () => {
    const found = nearby(new Model(), new Model(), [terms.eq(at(2), y)]);
    expect([...found.arrays.get(text)!]).toEqual([0, 0, 0]);
    expect(found.scalars.get(y)).toBe(0);
  });
});

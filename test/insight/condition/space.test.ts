import { expect, it } from 'vitest';
import { Terms } from '../../../src/expr/terms.ts';
import { Space } from '../../../src/insight/condition/space.ts';

it('goes through a condition once, however often its parts are shared', () => {
  const terms = new Terms();
  let condition = terms.ult(terms.variable('x', 8), terms.constant(8, 5));
  for (let i = 0; i < 60; i++) {
    const [one, other] = ['y', 'z'].map((name) => terms.eq(terms.variable(`${name}${i}`, 8), terms.constant(8, 0)));
    // As in a row that several ways through a program lead to: each way goes on from the same choices.
    condition = terms.or(terms.and(condition, one), terms.and(terms.not(condition), other));
  }
  const space = new Space(terms, [[condition]], []);
  const [box, ...others] = space.boxesOf([condition]);
  expect(others).toEqual([]);
  expect(space.conditionsOf(box)).toEqual([condition]);
});

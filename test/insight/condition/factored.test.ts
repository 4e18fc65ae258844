import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluate } from '../../../src/expr/evaluate.ts';
import { Kind } from '../../../src/expr/kinds.ts';
import { Model, type Term } from '../../../src/expr/term.ts';
import { Terms } from '../../../src/expr/terms.ts';
import { Factoring } from '../../../src/insight/condition/factored.ts';
import { conjunctsOf } from '../../../src/insight/condition/literals.ts';
import { Space } from '../../../src/insight/condition/space.ts';

it('says once what all alternatives have in common', () => {
  const terms = new Terms();
  const [a, b, p, q] = ['a', 'b', 'p', 'q'].map((name) => terms.variable(name, 1));
  const both = terms.and(p, q);
  const condition = terms.or(terms.and(a, both), terms.and(terms.and(terms.not(a), b), both));
  const found = new Set(conjunctsOf(new Factoring(terms).factored(condition)));
  expect(found).toEqual(new Set([p, q, terms.or(a, b)]));
});

it('leaves a condition alone whose alternatives have nothing in common', () => {
  const terms = new Terms();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => terms.variable(name, 1));
  const condition = terms.or(terms.and(a, b), terms.and(c, d));
  expect(new Factoring(terms).factored(condition)).toBe(condition);
});

it('is true of the same inputs', () => {
  const step = fc.tuple(fc.nat(3), fc.nat(), fc.nat(), fc.nat());
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
      const terms = new Terms();
      const inputs = ['a', 'b', 'c', 'd', 'e'].map((name) => terms.variable(name, 1));
      const pool: Term[] = [...inputs];
      for (const [kind, ...operands] of steps) {
        const [x, y, z] = operands.map((each) => pool[each % pool.length]);
        pool.push([terms.and(x, y), terms.or(x, y), terms.not(x), terms.ite(x, y, z)][kind]);
      }
      const condition = pool.at(-1)!;
      const factored = new Factoring(terms).factored(condition);
      for (let bits = 0; bits < 32; bits++) {
        const model = new Model();
        inputs.forEach((input, i) => {
          model.scalars.set(input, (bits >> i) & 1);
        });
        expect(evaluate(factored, model)).toBe(evaluate(condition, model));
      }
    }),
    { numRuns: 60 },
  );
});

it('makes n conditions of a comparison of n characters in three ways each', () => {
  const terms = new Terms();
  let condition = terms.bool(true);
  for (let i = 0; i < 12; i++) {
    const [x, y] = ['x', 'y'].map((name) => terms.variable(`${name}${i}`, 8));
    const [isSame, isUpper] = [terms.eq(x, y), terms.ult(x, terms.constant(8, 64))];
    const either = terms.or(isSame, terms.and(isUpper, terms.eq(terms.add(x, terms.constant(8, 32)), y)));
    // As paths leave it behind: every way goes on with what was before.
    condition = terms.or(
      terms.and(condition, isSame),
      terms.and(terms.and(condition, terms.not(isSame)), terms.and(either, isUpper)),
    );
  }
  const space = new Space(terms, [[condition]], []);
  const boxes = space.boxesOf([condition]);
  expect(boxes).toHaveLength(1);
  expect(boxes[0].size).toBe(12);
  expect(space.conditionsOf(boxes[0]).every(({ kind }) => kind === Kind.or)).toBe(true);
});

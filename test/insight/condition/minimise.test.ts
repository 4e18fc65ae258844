import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/expr/evaluate.ts';
import { Model, type Term } from '../../../src/expr/term.ts';
import { Terms } from '../../../src/expr/terms.ts';
import { caseText } from '../../../src/insight/condition/case-text.ts';
import { type Alternatives, minimalCases } from '../../../src/insight/condition/minimise.ts';
import { Space } from '../../../src/insight/condition/space.ts';
import { NO_SCOPE } from '../../../src/insight/places.ts';
import { readingOf } from '../../../src/insight/reading.ts';
import { createSolver, PathCondition, type Solver } from '../../../src/solver/solver.ts';

const terms = new Terms();
const x = terms.variable('x', 32);
const y = terms.variable('y', 32);
const c = terms.variable('c', 8);
const below = (term: Term, bound: number) => terms.slt(term, terms.constant(term.width, bound));
const is = (term: Term, value: number) => terms.eq(term, terms.constant(term.width, value));
let solver: Solver;
beforeAll(async () => {
  solver = await createSolver(terms);
});
afterAll(() => solver.dispose());

function texts(groups: readonly Alternatives['rows'][], given: readonly Term[] = [], covering = true): string[][] {
  const cases = minimalCases(
    groups.map((rows) => ({ rows })),
    given,
    covering,
    terms,
    solver,
  );
  return cases.map((group) => group.map((each) => caseText(each, readingOf([], NO_SCOPE))));
}

describe('minimal cases', () => {
  it('join where only one conjunct differs', () => {
    const low = below(y, 5);
    const rows = [
      [below(x, 3), low],
      [below(x, 3), terms.not(low)],
    ];
    expect(texts([rows, [[terms.not(below(x, 3))]]])).toEqual([['x <= 2'], ['x > 2']]);
  });

  it('join neighbouring ranges of one quantity', () => {
    const rows = [
      [below(x, 3)],
      [terms.not(below(x, 3)), below(x, 4), below(y, 0)],
      [is(x, 3), terms.not(below(y, 0))],
    ];
    expect(texts([rows, [[terms.not(below(x, 4))]]])).toEqual([['x <= 3'], ['x > 3']]);
  });

  it('say "always" where there is nothing else', () => {
    expect(texts([[[below(x, 0)], [terms.not(below(x, 0))]]])).toEqual([['always']]);
  });

  it('stay as they were found when it is late, and are still what they stand for', () => {
    const rows = [
      [below(x, 3), below(y, 5)],
      [terms.not(below(x, 3)), below(x, 7), below(y, 5), below(c, 0)],
      [below(x, 3), terms.not(below(y, 5))],
      [terms.not(below(x, 3)), below(x, 7), terms.not(below(c, 0))],
      [terms.not(below(x, 3)), below(x, 7), terms.not(below(y, 5))],
    ];
    const late = (isLate: boolean) =>
      minimalCases([{ rows }, { rows: [[terms.not(below(x, 7))]] }], [], true, terms, solver, [], () => isLate);
    expect(late(false).map((group) => group.length)).toEqual([1, 1]);
    const [own] = late(true);
    expect(own.length).toBeGreaterThan(1);
    const union = terms.orAll(own.map(({ conditions }) => terms.andAll([...conditions])));
    const meant = terms.orAll(rows.map((row) => terms.andAll(row)));
    expect(solver.check(PathCondition.of([]), terms.xor(union, meant)).status).toBe('unsat');
  });

  it('keep what nobody knows to be outside', () => {
    expect(
      texts(
        [
          [
            [below(x, 0), below(y, 0)],
            [below(x, 0), terms.not(below(y, 0))],
          ],
        ],
        [],
        false,
      ),
    ).toEqual([['x < 0']]);
  });

  it('leave out what the assumptions say', () => {
    const given = [terms.not(below(x, 0)), below(x, 3)];
    expect(texts([[[is(x, 0)]], [[terms.not(is(x, 0)), terms.not(is(x, 1))], [is(x, 1)]]], given)).toEqual([
      ['x == 0'],
      ['x != 0'],
    ]);
  });

  it('see one quantity in comparisons of every kind', () => {
    const wide = terms.zext(c, 32);
    const digit = terms.ult(terms.sub(wide, terms.constant(32, 48)), terms.constant(32, 10));
    const letter = terms.and(terms.ule(terms.constant(8, 97), c), terms.ult(c, terms.constant(8, 103)));
    const other = terms.and(terms.not(digit), terms.not(letter));
    expect(texts([[[digit], [letter]], [[other]]])[0]).toEqual(['c in {48..57, 97..102}']);
  });

  it('tell equal from less and greater, and join them', () => {
    const less = terms.slt(x, y);
    expect(texts([[[less], [is(terms.sub(x, y), 0)]], [[terms.slt(y, x)]]])[1]).toEqual(['x > y']);
    expect(texts([[[less], [terms.eq(x, y)]], [[terms.slt(y, x)]]])).toEqual([['x <= y'], ['x > y']]);
  });
});

describe('boxes', () => {
  it('hold exactly the inputs of the condition that they are made from', () => {
    let state = 7;
    const next = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 3;
    };
    const quantities = [x, y, c, terms.add(x, terms.constant(32, 7)), terms.zext(c, 32), terms.sext(c, 32)];
    const literal = (): Term => {
      const left = quantities[next() % quantities.length];
      const others = quantities.filter(({ width }) => width === left.width);
      const right = next() % 3 === 0 ? others[next() % others.length] : terms.constant(left.width, next() % 200);
      const makers = [terms.slt, terms.sle, terms.ult, terms.ule, terms.eq].map((make) => make.bind(terms));
      return makers[next() % makers.length](next() % 2 === 0 ? left : right, next() % 2 === 0 ? right : left);
    };
    const formula = (depth: number): Term => {
      if (depth === 0) return literal();
      const [a, b] = [formula(depth - 1), formula(depth - 1)];
      return [terms.and(a, b), terms.or(a, b), terms.not(a), terms.ite(literal(), a, b)][next() % 4];
    };
    for (let i = 0; i < 300; i++) {
      const condition = formula(2);
      const space = new Space(terms, [[condition]], []);
      const boxes = space.boxesOf([condition]).map((box) => space.conditionsOf(box));
      for (let run = 0; run < 20; run++) {
        const model = new Model();
        for (const input of [x, y, c]) model.scalars.set(input, next() % (run % 2 === 0 ? 200 : 2 ** input.width));
        const holds = boxes.some((each) => each.every((term) => evaluate(term, model) === 1));
        expect(holds).toBe(evaluate(condition, model) === 1);
      }
    }
  });
});

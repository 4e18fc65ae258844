/** What follows from bounds of the inputs holds for every value inside of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { Kind } from '../../src/expr/kinds.ts';
import { fromBigInt, maskOf } from '../../src/expr/scalar.ts';
import { Model, type Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { visitOnce } from '../../src/expr/walk.ts';
import { Facts } from '../../src/solver/facts.ts';
import { createSolver, PathCondition } from '../../src/solver/solver.ts';
import { build, recipes } from '../expr/generator.ts';

const seed = Number(process.env.PATHFOLD_SEED ?? Date.now() % 2 ** 31);

function variablesOf(term: Term): Term[] {
  const found: Term[] = [];
  visitOnce([term], (each) => {
    if (each.kind === Kind.variable) found.push(each);
  });
  return found;
}

/** Its digits are bytes of the input. */
function decimal(terms: Terms, bytes: Term, digits: number): Term {
  let value = terms.constant(64, 0);
  for (let i = 0; i < digits; i++) {
    const digit = terms.add(
      terms.sext(terms.read(bytes, terms.constant(32, i)), 64),
      terms.constant(64, -48n & maskOf(64)),
    );
    value = terms.add(terms.mul(value, terms.constant(64, 10)), digit);
  }
  return value;
}

function areDigits(terms: Terms, bytes: Term, digits: number): Term[] {
  return Array.from({ length: digits }, (_, i) => terms.read(bytes, terms.constant(32, i))).flatMap((byte) => [
    terms.not(terms.slt(byte, terms.constant(8, 48))),
    terms.not(terms.slt(terms.constant(8, 57), byte)),
  ]);
}

describe('bounds of terms', () => {
  it('never contradict a value inside of the bounds of the inputs', () => {
    let decided = 0;
    fc.assert(
      fc.property(
        recipes({ width: 32, depth: 3, widths: [1, 8, 16, 32, 64] }),
        fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { minLength: 6, maxLength: 6 }),
        fc.array(fc.nat(200), { minLength: 6, maxLength: 6 }),
        fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
        (recipe, values, spans, signs) => {
          const terms = new Terms();
          const term = build(terms, recipe);
          const model = new Model();
          const known = variablesOf(term).flatMap((variable, i) => {
            const { width } = variable;
            const mask = maskOf(width);
            const value = values[i % 6]! & (i % 2 === 0 ? mask : 0xffn & mask);
            model.scalars.set(variable, fromBigInt(value));
            const span = BigInt(spans[i % 6]!);
            const order = signs[i % 6] ? 'sle' : 'ule';
            const end = (at: bigint) => terms.constant(width, fromBigInt(at & mask));
            const around = [terms[order](end(value - span), variable), terms[order](variable, end(value + span))];
            return around.filter((each) => evaluate(each, model) === 1);
          });
          const facts = new Facts(terms, known);
          const value = BigInt(evaluate(term, model));
          for (const distance of [-1000n, -1n, 0n, 1n, 1000n, 2n ** 31n]) {
            const limit = terms.constant(32, fromBigInt((value + distance) & maskOf(32)));
            for (const question of [terms.ult(term, limit), terms.slt(term, limit), terms.eq(term, limit)]) {
              const answer = facts.decide(question);
              if (answer === null) continue;
              decided++;
              expect(answer).toBe(evaluate(question, model) === 1);
            }
          }
        },
      ),
      { seed, numRuns: 3000 },
    );
    expect(decided).toBeGreaterThan(1000);
  });

  it('know how large a number of digits can become', async () => {
    const terms = new Terms();
    const solver = await createSolver(terms);
    const bytes = terms.bytes('text', 9);
    const value = decimal(terms, bytes, 9);
    const condition = PathCondition.of(areDigits(terms, bytes, 9));
    const limit = terms.constant(64, 999_999_999);
    expect(solver.mustBeTrue(condition, terms.sle(value, limit))).toBe('yes');
    expect(solver.mustBeTrue(condition, terms.ult(value, terms.neg(terms.constant(64, 9))))).toBe('yes');
    expect(solver.statistics.decided).toBe(0);
    expect(solver.mustBeTrue(condition, terms.slt(value, limit))).toBe('no');
  });

  it('are known of what a question assumes, too', async () => {
    const terms = new Terms();
    const solver = await createSolver(terms);
    const bytes = terms.bytes('text', 6);
    const isSmall = terms.ult(decimal(terms, bytes, 6), terms.constant(64, 1_000_000));
    const question = areDigits(terms, bytes, 6).reduce((rest, digit) => terms.implies(digit, rest), isSmall);
    expect(solver.mustBeTrue(PathCondition.empty, question)).toBe('yes');
    expect(solver.statistics.decided).toBe(0);
    const less = areDigits(terms, bytes, 5).reduce((rest, digit) => terms.implies(digit, rest), isSmall);
    expect(solver.mustBeTrue(PathCondition.empty, less)).toBe('no');
  });
});

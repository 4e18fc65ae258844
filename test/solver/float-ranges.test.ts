/** Comparisons of floats decided by intervals agree with evaluation on every value inside of the bounds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { bitsOfFloat } from '../../src/expr/float-meaning.ts';
import { Model, type Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { Facts } from '../../src/solver/facts.ts';
import { decideByRanges } from '../../src/solver/float-ranges.ts';

type Width = 32 | 64;

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -8, max: 8 }),
  fc.constantFrom(0, -0, 1, -1, 0.5, 3, 1e30, -1e-30, 1e308),
);

/** How to make a term of the input x: each step works on what was made before. */
const steps = fc.array(
  fc.record({
    operation: fc.constantFrom(
      'fadd',
      'fsub',
      'fmul',
      'fdiv',
      'square',
      'fneg',
      'fabs',
      'fsqrt',
      'floor',
      'choose',
      'int',
    ),
    other: fc.nat({ max: 8 }),
    constant: number,
  }),
  { minLength: 1, maxLength: 7 },
);

interface Drawn {
  readonly width: Width;
  readonly low: number;
  readonly high: number;
  readonly steps: readonly { operation: string; other: number; constant: number }[];
  readonly limit: number;
  readonly points: readonly number[];
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  width: fc.constantFrom<Width>(32, 64),
  low: number,
  high: number,
  steps,
  limit: number,
  points: fc.array(fc.double({ noNaN: true, min: 0, max: 1 }), { minLength: 8, maxLength: 8 }),
});

function make(t: Terms, x: Term, given: Drawn): Term {
  const constant = (value: number) => t.constant(given.width, bitsOfFloat(value, given.width));
  const made = [x];
  for (const { operation, other, constant: value } of given.steps) {
    const last = made[made.length - 1]!;
    const right = other < made.length ? made[other]! : constant(value);
    switch (operation) {
      case 'square':
        made.push(t.fmul(last, last));
        break;
      case 'fneg':
      case 'fabs':
      case 'fsqrt':
        made.push(t[operation](last));
        break;
      case 'floor':
        made.push(t.fround(last, 3));
        break;
      case 'choose':
        made.push(t.ite(t.flt(last, constant(value)), last, right));
        break;
      case 'int':
        made.push(t.stof(t.ftos(last, 16), given.width));
        break;
      default:
        made.push(t[operation as 'fadd' | 'fsub' | 'fmul' | 'fdiv'](last, right));
    }
  }
  return made[made.length - 1]!;
}

describe('intervals of floats', () => {
  it('never contradict a value inside of the bounds', () => {
    let decidedCount = 0;
    fc.assert(
      fc.property(drawn, (given) => {
        const t = new Terms();
        const { width } = given;
        const round = (value: number) => (width === 32 ? Math.fround(value) : value);
        const [low, high] = [round(Math.min(given.low, given.high)), round(Math.max(given.low, given.high))];
        const x = t.variable('x', width);
        const constant = (value: number) => t.constant(width, bitsOfFloat(value, width));
        const facts = new Facts(t, [t.fle(constant(low), x), t.not(t.flt(constant(high), x))]);
        const made = make(t, x, given);
        for (const condition of [
          t.flt(made, constant(given.limit)),
          t.fle(constant(given.limit), made),
          t.feq(made, constant(given.limit)),
        ]) {
          const decided = decideByRanges(condition, [facts]);
          if (decided === null) continue;
          decidedCount++;
          for (const point of [0, 1, ...given.points]) {
            const value = Math.min(high, Math.max(low, round(low + (high - low) * point)));
            if (Number.isNaN(value)) continue;
            const model = new Model();
            model.scalars.set(x, bitsOfFloat(value, width));
            expect(evaluate(condition, model), `x = ${value}`).toBe(decided ? 1 : 0);
          }
        }
      }),
      { numRuns: 3000, seed: 21 },
    );
    expect(decidedCount).toBeGreaterThan(500);
  });

  it('decide what a whole interval cannot by cutting it', () => {
    const t = new Terms();
    const x = t.variable('x', 64);
    const constant = (value: number) => t.constant(64, bitsOfFloat(value, 64));
    const facts = new Facts(t, [t.fle(constant(1), x), t.fle(x, constant(4))]);
    const ratio = t.fdiv(x, t.fadd(x, constant(1)));
    expect(decideByRanges(t.flt(ratio, constant(1.2)), [facts])).toBe(true);
    expect(decideByRanges(t.flt(ratio, constant(0.7)), [facts])).toBe(null);
  });

  it('take nothing for granted of a value that may be a NaN', () => {
    const t = new Terms();
    const x = t.variable('x', 64);
    const constant = (value: number) => t.constant(64, bitsOfFloat(value, 64));
    const facts = new Facts(t, [t.not(t.flt(constant(4), x))]);
    expect(decideByRanges(t.fle(x, constant(5)), [facts])).toBe(null);
    expect(decideByRanges(t.flt(constant(5), x), [facts])).toBe(false);
  });
});

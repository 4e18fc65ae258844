import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import type { Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { EmbeddedProcedure } from '../../src/solver/embedded.ts';
import { createSolver, type LayerName, PathCondition } from '../../src/solver/solver.ts';
import { LAYER_NAMES } from '../../src/solver/statistics.ts';

const NO_LAYERS = Object.fromEntries(LAYER_NAMES.map((name) => [name, false])) as Record<LayerName, boolean>;
const shared = EmbeddedProcedure.create();
const SIZE = 5;

/** Conditions as parsers have them: over bytes, bytes chosen by bytes, classes of bytes from a table, numbers made of two bytes. */
class Maker {
  readonly terms = new Terms();
  private readonly input = this.terms.bytes('message', SIZE);
  private readonly count = this.terms.variable('count', 32);
  private readonly table = this.terms.table(Uint8Array.from({ length: 256 }, (_, byte) => (byte * 7) % 5));

  byte({ at, by }: Choice): Term {
    const { terms } = this;
    if (by === 'constant') return terms.read(this.input, terms.constant(32, at));
    const chosen = this.byte({ at, by: 'constant' });
    const index = terms.zext(chosen, 32);
    if (by === 'class') return terms.read(this.table, index);
    if (by === 'low') return terms.zext(terms.extract(chosen, 0, 3), 8);
    return terms.read(this.input, by === 'byte' ? index : terms.add(index, terms.constant(32, 1)));
  }

  condition({ left, right, limit, shape }: Shape): Term {
    const { terms } = this;
    const [x, y] = [this.byte(left), this.byte(right)];
    const k = (value: number, width = 8): Term => terms.constant(width, value);
    switch (shape) {
      case 'below':
        return terms.ult(x, k(limit));
      case 'equal':
        return terms.eq(x, k(limit % 8));
      case 'same':
        return terms.eq(x, y);
      case 'number':
        return terms.ult(terms.concat(terms.extract(x, 0, 6), y), k(limit % 16, 14));
      case 'sum':
        return terms.ult(terms.add(terms.zext(x, 32), terms.zext(y, 32)), k(limit, 32));
      case 'count':
        return terms.ult(this.count, terms.zext(x, 32));
    }
  }
}

interface Choice {
  readonly at: number;
  readonly by: 'constant' | 'byte' | 'next' | 'class' | 'low';
}
interface Shape {
  readonly left: Choice;
  readonly right: Choice;
  readonly limit: number;
  readonly shape: 'below' | 'equal' | 'same' | 'number' | 'sum' | 'count';
}
const choices: fc.Arbitrary<Choice> = fc.record({
  at: fc.nat(SIZE - 1),
  by: fc.constantFrom('constant', 'constant', 'byte', 'next', 'class', 'low'),
});
const shapes: fc.Arbitrary<Shape> = fc.record({
  left: choices,
  right: choices,
  limit: fc.nat(255),
  shape: fc.constantFrom('below', 'equal', 'same', 'number', 'sum', 'count'),
});

/** Both sides of each condition along a path that goes on where both are possible as the walk says, and a model of its end. */
async function walk(steps: readonly (readonly [Shape, boolean])[], layers: Partial<Record<LayerName, boolean>>) {
  const maker = new Maker();
  const solver = await createSolver(maker.terms, { layers, procedure: await shared });
  let path = PathCondition.empty;
  const said: string[] = [];
  for (const [shape, wanted] of steps) {
    const term = maker.condition(shape);
    const { whenTrue, whenFalse } = solver.branch(path, term);
    said.push(`${whenTrue}/${whenFalse}`);
    const goesOn = whenTrue !== 'yes' ? false : whenFalse !== 'yes' ? true : wanted;
    path = path.append(goesOn ? term : maker.terms.not(term));
  }
  const model = solver.model(path);
  for (const term of path.conjuncts()) expect(evaluate(term, model!)).toBe(1);
  return { said, statistics: solver.statistics };
}

describe('inputs by cases', () => {
  const seed = Number(process.env.PATHFOLD_SEED ?? 20_261);

  it(`say what a solver says without them (seed ${seed})`, async () => {
    let byCases = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(shapes, fc.boolean()), { minLength: 3, maxLength: 9 }), async (steps) => {
        const plain = await walk(steps, NO_LAYERS);
        const whole = await walk(steps, {});
        const alone = await walk(steps, { ...NO_LAYERS, cases: true, independence: true });
        expect(whole.said).toEqual(plain.said);
        expect(alone.said).toEqual(plain.said);
        byCases += whole.statistics.layerHits.cases;
      }),
      { seed, numRuns: Number(process.env.PATHFOLD_WALKS ?? 30) },
    );
    expect(byCases).toBeGreaterThan(30);
  });

  it('need no query where offsets are read from where offsets lead', async () => {
    const at = (left: Choice, shape: Shape['shape'], limit: number): Shape => ({
      left,
      right: {
        ...left,
        by: left.by === 'constant' ? 'constant' : 'next',
        at: left.by === 'constant' ? left.at + 1 : left.at,
      },
      limit,
      shape,
    });
    const { said, statistics } = await walk(
      [
        [at({ at: 0, by: 'constant' }, 'number', SIZE), true],
        [at({ at: 1, by: 'byte' }, 'number', SIZE), true],
        [at({ at: 1, by: 'byte' }, 'below', 1), false],
        [at({ at: 1, by: 'next' }, 'equal', 2), true],
        [at({ at: 1, by: 'next' }, 'equal', 3), true],
      ],
      {},
    );
    expect(said).toEqual(['yes/yes', 'yes/yes', 'yes/yes', 'yes/yes', 'no/yes']);
    expect(statistics.decided).toBe(0);
  });

  it('are given up where they would be too many', async () => {
    const terms = new Terms();
    const solver = await createSolver(terms, { procedure: await shared });
    const input = terms.bytes('digits', 200);
    const digit = (at: number): Term => terms.zext(terms.read(input, terms.constant(32, at)), 32);
    for (let i = 0; i < 60; i++) {
      const product = terms.mul(terms.mul(digit(3 * i), digit(3 * i + 1)), digit(3 * i + 2));
      const { whenTrue, whenFalse } = solver.branch(
        PathCondition.empty,
        terms.ult(product, terms.constant(32, 77 + i)),
      );
      expect([whenTrue, whenFalse]).toEqual(['yes', 'yes']);
    }
    expect(solver.statistics.layerHits.cases).toBe(0);
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { init } from 'z3-solver';
import { evaluate } from '../../src/expr/evaluate.ts';
import { freeInputs } from '../../src/expr/inputs.ts';
import { Kind } from '../../src/expr/kinds.ts';
import { printSmt, smtScript } from '../../src/expr/print-smt.ts';
import type { Model, Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { assignment, build, modelFor, type Recipe, recipes } from './generator.ts';

const RUNS = Number(process.env.EXPR_SMT_RUNS ?? 40);

type Z3 = Awaited<ReturnType<typeof init>>;

/** Conditions that fix every input to the model's values. */
function pin(terms: Terms, inputs: readonly Term[], model: Model): Term[] {
  return inputs.flatMap((input) => {
    if (input.kind === Kind.variable)
      return [terms.eq(input, terms.constant(input.width, model.scalars.get(input) ?? 0))];
    const bytes = model.arrays.get(input)!;
    return Array.from(bytes, (byte, i) => terms.eq(terms.read(input, terms.constant(32, i)), terms.constant(8, byte)));
  });
}

describe('printing a term', () => {
  const t = new Terms();
  const x = t.variable('x', 32);

  it('uses let for what is shared', () => {
    const square = t.mul(x, x);
    expect(printSmt(t.ult(square, t.add(square, t.constant(32, 1))))).toBe(
      '(let ((t1 (bvmul x x)))\n(bvult t1 (bvadd t1 #x00000001)))',
    );
  });

  it('prints conditions as Bool and converts where bits are needed', () => {
    const less = t.ult(x, t.variable('y', 32));
    expect(printSmt(less)).toBe('(bvult x y)');
    expect(printSmt(t.zext(less, 8))).toBe('((_ zero_extend 7) (ite (bvult x y) #b1 #b0))');
  });

  it('keeps names that SMT-LIB reserves apart from its own', () => {
    const { text, inputs } = smtScript([t.eq(t.variable('let', 8), t.variable('a b|c', 8))]);
    expect(inputs.map(({ symbol }) => symbol)).toEqual([
      expect.stringMatching(/^\|in let \d+\|$/),
      expect.stringMatching(/^\|in a b\?c \d+\|$/),
    ]);
    expect(text).toContain(`(assert (= ${inputs[0]!.symbol} ${inputs[1]!.symbol}))`);
  });

  it('names the logic asked for where there are arrays: z3 has constant arrays only where that is left open', () => {
    const table = t.table(new Uint8Array([3, 4]));
    const reads = t.eq(t.read(table, x), t.constant(8, 4));
    expect(smtScript([reads]).text).toContain('(set-logic QF_ABV)');
    expect(smtScript([reads], { arrayLogic: 'ALL' }).text).toContain('(set-logic ALL)');
    expect(smtScript([t.eq(x, t.constant(32, 1))], { arrayLogic: 'ALL' }).text).toContain('(set-logic QF_BV)');
  });

  it('names what nests too deep for other parsers', () => {
    let chain = x;
    for (let i = 0; i < 10_000; i++) chain = t.xor(t.mul(chain, t.constant(32, 3)), x);
    const { text } = smtScript([t.eq(chain, x)]);
    const deepest = Math.max(...text.split('\n').map((line) => (line.match(/\(/g) ?? []).length));
    expect(deepest).toBeLessThan(200);
  });
});

describe('scripts mean what evaluation says, according to z3', () => {
  let z3: Z3;
  beforeAll(async () => {
    z3 = await init();
  });
  afterAll(() => z3.em.PThread.terminateAllThreads());

  /** With the inputs pinned, the term must have exactly the value that evaluation gives. */
  async function agrees(recipe: Recipe, seed: number): Promise<void> {
    const terms = new Terms({ rewriteLevel: 0 });
    const term = build(terms, recipe);
    const inputs = freeInputs(term);
    const model = modelFor(inputs, assignment(seed));
    const value = terms.constant(term.width, evaluate(term, model));
    const context = z3.Context('main');
    const answer = async (condition: Term): Promise<string> => {
      const solver = new context.Solver();
      solver.fromString(smtScript([...pin(terms, inputs, model), condition]).text);
      return solver.check();
    };
    expect(await answer(terms.eq(term, value))).toBe('sat');
    expect(await answer(terms.ne(term, value))).toBe('unsat');
  }

  const shapes = {
    'bit-vectors': recipes({ depth: 4 }),
    arrays: recipes({ width: 8, depth: 4, widths: [1, 8, 32], arrays: true }),
    floats: recipes({ width: 32, depth: 3, widths: [1, 8, 32, 64], floats: true, hardArithmetic: false }),
  };
  for (const [name, shape] of Object.entries(shapes)) {
    it(name, { timeout: 120_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(shape, fc.integer(), (recipe, seed) => agrees(recipe, seed)),
        { numRuns: RUNS },
      );
    });
  }
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { init } from 'z3-solver';
import { smtScript } from '../../../src/expr/print-smt.ts';
import { RULES } from '../../../src/expr/rewrite/rules.ts';
import { Terms } from '../../../src/expr/terms.ts';
import { Workshop } from './example.ts';
import { EXAMPLES } from './examples.ts';

/** Wider than enumeration reaches; multiplications of this width are still within z3's reach, mostly. */
const WIDTH = 16;
const MILLISECONDS = 500;

/** z3 may give up on hard arithmetic, but must never find inputs on which the two sides differ. */
describe(`z3 finds no difference at ${WIDTH} bits`, () => {
  let z3: Awaited<ReturnType<typeof init>>;
  beforeAll(async () => {
    z3 = await init();
  });
  afterAll(() => z3.em.PThread.terminateAllThreads());

  it('for any rule over bit-vectors and arrays', { timeout: 300_000 }, async () => {
    const context = z3.Context('main');
    let proved = 0;
    for (const rule of RULES) {
      for (const example of EXAMPLES[rule.name]!.applies) {
        const terms = new Terms({ rewriteLevel: 0 });
        const { kind, width, a, b, c, low } = example(new Workshop(terms, WIDTH));
        const result = rule.apply(terms, a, b!, c!, width, low, kind);
        if (result === null) continue;
        const plain = terms.build(kind, width, a, b, c, low);
        if (plain.hasFloat || result.hasFloat) continue;
        const observed = terms.variable('observed', 32);
        const difference =
          plain.width === 0
            ? terms.ne(terms.read(plain, observed), terms.read(result, observed))
            : terms.ne(plain, result);
        const solver = new context.Solver();
        solver.set('timeout', MILLISECONDS);
        solver.fromString(smtScript([difference]).text);
        const answer = await solver.check();
        expect(answer, rule.name).not.toBe('sat');
        if (answer === 'unsat') proved++;
      }
    }
    expect(proved).toBeGreaterThan(250);
  });
});

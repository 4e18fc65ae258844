/**
 * Which rules are proved, and how. The embedded solver, which gets both sides as they are written, must find no input on which
 * they differ, at each of several widths; what it gives up on is listed here by name and only tried on inputs
 * (rules.test.ts). Effort is counted, not timed, so that a busy machine proves the same. z3 gives a second opinion at one width.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { init } from 'z3-solver';
import { smtScript } from '../../../src/expr/print-smt.ts';
import type { Rule } from '../../../src/expr/rewrite/rule.ts';
import { RULES } from '../../../src/expr/rewrite/rules.ts';
import type { Term } from '../../../src/expr/term.ts';
import { Terms } from '../../../src/expr/terms.ts';
import { EmbeddedProcedure } from '../../../src/solver/embedded.ts';
import { type Example, Workshop } from './example.ts';
import { EXAMPLES } from './examples.ts';

const WIDTHS = [4, 8, 16, 32];
const MOST_CONFLICTS = 3_000;
const MINUTE = 60_000;

/** Long sums, multiplications and divisions whose two sides are circuits of different shape. */
const NOT_PROVED: readonly string[] = [
  'add-hoist-constant at 32',
  'add-ordered at 16',
  'add-ordered at 32',
  'add-ordered at 8',
  'eq-cancel-summands at 16',
  'eq-cancel-summands at 32',
  'eq-long-sums at 16',
  'eq-long-sums at 32',
  'eq-long-sums at 4',
  'eq-long-sums at 8',
  'eq-move-negative at 16',
  'eq-move-negative at 32',
  'eq-scaled-sum at 16',
  'eq-scaled-sum at 32',
  'eq-scaled-sum at 8',
  'extract-arithmetic at 32',
  'mul-constants at 32',
  'mul-negated at 16',
  'mul-negated at 32',
  'mul-negated at 8',
  'mul-distribute at 32',
  'rem-by-itself at 32',
  'udiv-constants at 16',
  'udiv-constants at 32',
];

/** Wider than enumeration reaches; multiplications of this width are still within z3's reach, mostly. */
const SECOND_OPINION_WIDTH = 16;
const SECOND_OPINION_MS = 500;

/** True where the two sides of the rule differ on the example; null where it does not apply at this width, or is about floats. */
function differenceOf(rule: Rule, example: Example, at: number, terms: Terms): Term | null {
  const { kind, width, a, b, c, low } = example(new Workshop(terms, at));
  const result = rule.apply(terms, a, b!, c!, width, low, kind);
  if (result === null) return null;
  const plain = terms.build(kind, width, a, b, c, low);
  if (plain.hasFloat || result.hasFloat) return null;
  const observed = terms.variable('observed', 32);
  return plain.width === 0
    ? terms.ne(terms.read(plain, observed), terms.read(result, observed))
    : terms.ne(plain, result);
}

it(`every rule without floats is proved at ${WIDTHS.join(', ')} bits, but for those that are named`, {
  timeout: 180_000,
}, async () => {
  const procedure = await EmbeddedProcedure.create(() => performance.now(), MOST_CONFLICTS);
  const givenUp = new Set<string>();
  let proved = 0;
  for (const rule of RULES) {
    for (const example of EXAMPLES[rule.name]!.applies) {
      for (const width of WIDTHS) {
        const difference = differenceOf(rule, example, width, new Terms({ rewriteLevel: 0 }));
        if (difference === null) continue;
        const { status } = procedure.solve([difference], MINUTE);
        expect(status, `${rule.name} at ${width}`).not.toBe('sat');
        if (status === 'unsat') proved++;
        else givenUp.add(`${rule.name} at ${width}`);
        // What it keeps belongs to one table of terms.
        procedure.dispose();
      }
    }
  }
  expect([...givenUp].sort()).toEqual([...NOT_PROVED].sort());
  expect(proved).toBeGreaterThan(250 * WIDTHS.length);
});

describe(`z3 finds no difference at ${SECOND_OPINION_WIDTH} bits`, () => {
  let z3: Awaited<ReturnType<typeof init>>;
  beforeAll(async () => {
    z3 = await init();
  });
  afterAll(() => z3.em.PThread.terminateAllThreads());

  it('for any rule over bit-vectors and arrays that it does not give up on', { timeout: 300_000 }, async () => {
    const context = z3.Context('main');
    let proved = 0;
    for (const rule of RULES) {
      for (const example of EXAMPLES[rule.name]!.applies) {
        const terms = new Terms({ rewriteLevel: 0 });
        const difference = differenceOf(rule, example, SECOND_OPINION_WIDTH, terms);
        if (difference === null) continue;
        const solver = new context.Solver();
        solver.set('timeout', SECOND_OPINION_MS);
        solver.fromString(smtScript([difference]).text);
        const answer = await solver.check();
        expect(answer, rule.name).not.toBe('sat');
        if (answer === 'unsat') proved++;
      }
    }
    expect(proved).toBeGreaterThan(250);
  });
});

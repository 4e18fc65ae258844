import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { freeInputs } from '../../src/expr/inputs.ts';
import { Terms } from '../../src/expr/terms.ts';
import { assignment, build, modelFor, type Recipe, recipes } from './generator.ts';

const RUNS = Number(process.env.EXPR_FUZZ_RUNS ?? 250);

// Shared by all runs, so that terms meet terms that other runs made.
const plainTerms = new Terms({ rewriteLevel: 0 });
const rewritingTerms = [new Terms({ rewriteLevel: 1 }), new Terms({ rewriteLevel: 2 })];

/** The value with rewriting equals the value without, under several assignments. */
function agrees(recipe: Recipe, seed: number): void {
  const plain = build(plainTerms, recipe);
  const inputs = freeInputs(plain);
  for (const terms of rewritingTerms) {
    const rewritten = build(terms, recipe);
    expect(rewritten.width).toBe(plain.width);
    const kept = freeInputs(rewritten);
    for (let i = 0; i < 8; i++) {
      const values = assignment(seed + i * 7919);
      const expected = evaluate(plain, modelFor(inputs, values));
      expect(evaluate(rewritten, modelFor(kept, values))).toBe(expected);
    }
  }
}

describe('rewriting keeps the value of random terms', () => {
  const shapes = {
    conditions: recipes({ depth: 4 }),
    'narrow conditions': recipes({ depth: 5, widths: [1, 2, 3, 4, 8] }),
    'words of 32 bits': recipes({ width: 32, depth: 4, widths: [1, 8, 16, 24, 32, 64] }),
    'wide terms': recipes({ width: 128, depth: 4 }),
    'terms over arrays': recipes({ width: 32, depth: 5, widths: [1, 8, 24, 32], arrays: true }),
    'terms over floats': recipes({ width: 1, depth: 4, widths: [1, 8, 32, 64], floats: true }),
  };
  for (const [name, shape] of Object.entries(shapes)) {
    it(name, () => {
      fc.assert(
        fc.property(shape, fc.integer(), (recipe, seed) => agrees(recipe, seed)),
        { numRuns: RUNS },
      );
    });
  }
});

import fc from 'fast-check';
import { Evaluator } from '../../src/expr/evaluate.ts';
import type { Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import type { CheckResult } from '../../src/solver/procedure.ts';
import { ALL_WIDTHS, build, type Recipe, recipes } from '../expr/generator.ts';

/** A conjunction to decide, as data: the recipes of its conditions, and whether terms are rewritten while made. */
export interface Query {
  readonly rewrite: boolean;
  readonly conditions: readonly Recipe[];
}

/** Conjunctions of one to three conditions of mixed widths; half of them made without rewriting, to reach every circuit. */
export function queries(options: { floats?: boolean; depth?: number } = {}): fc.Arbitrary<Query> {
  const depth = options.depth ?? 3;
  const condition = (hard: boolean) =>
    recipes({
      width: 1,
      depth: hard ? depth : depth + 1,
      arrays: true,
      hardArithmetic: hard,
      floats: options.floats ?? false,
      widths: hard ? [1, 2, 3, 5, 8, 13, 16, 32, 64, 128] : ALL_WIDTHS,
    });
  const conditions = fc.oneof(condition(true), condition(false));
  return fc.record({ rewrite: fc.boolean(), conditions: fc.array(conditions, { minLength: 1, maxLength: 3 }) });
}

export function buildQuery(query: Query): { terms: Terms; conditions: Term[] } {
  const terms = new Terms({ rewriteLevel: query.rewrite ? 2 : 0 });
  return { terms, conditions: query.conditions.map((recipe) => build(terms, recipe)) };
}

/** Whether an answer's model, if there is one, makes every condition true. */
export function isHonest(conditions: readonly Term[], result: CheckResult): boolean {
  if (result.status !== 'sat') return true;
  const evaluator = new Evaluator().use(result.model);
  return conditions.every((condition) => evaluator.holds(condition));
}

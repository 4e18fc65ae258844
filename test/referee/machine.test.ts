/**
 * Exhaustive exploration against the interpreter: on every input exactly one explored path applies, and what it leaves
 * behind, evaluated on that input, is what the interpreter says. This is the ground that reductions are compared on.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FinishedPath } from '../../src/explore/finished-path.ts';
import { evaluate } from '../../src/expr/evaluate.ts';
import type { Model } from '../../src/expr/term.ts';
import { exploreProgram, loadText } from '../machine/explore.ts';
import { inputsOf } from './generator/inputs.ts';
import { printProgram } from './generator/print.ts';
import { programs } from './generator/programs.ts';
import { merging, mergingAsAsked } from './merging.ts';
import { interpreted, modelOf, predicted } from './observed.ts';
import { checksOf, WIDE } from './wide.ts';

const programCount = Number(process.env.REFEREE_PROGRAMS ?? 15);
const seed = Number(process.env.REFEREE_SEED ?? 3);

function applies({ outcome }: FinishedPath, model: Model): boolean {
  return outcome.condition.conjuncts().every((term) => Number(evaluate(term, model)) === 1);
}

describe('exhaustive exploration', () => {
  const wide = 'programs with all that goes beyond their own computation';
  for (const { name, shape, machine, lowering } of [
    { name: 'generated programs', shape: {}, machine: () => ({}), lowering: mergingAsAsked },
    { name: wide, ...WIDE, lowering: mergingAsAsked },
    {
      name: 'generated programs with selections instead of branches',
      shape: {},
      machine: () => ({}),
      lowering: merging,
    },
    { name: `${wide}, with selections instead of branches`, ...WIDE, lowering: merging },
  ]) {
    it(`agrees with the interpreter on ${name} (seed ${seed})`, { timeout: 24 * 3_600_000 }, async () => {
      let behaviours = 0;
      let unclear = 0;
      for (const [number, program] of fc.sample(programs(shape), { numRuns: programCount, seed }).entries()) {
        const { text } = printProgram(program);
        const options = machine(number);
        const { paths } = await exploreProgram(await loadText(text, 'main.c', lowering(options)), { machine: options });
        for (const inputs of fc.sample(inputsOf(program), { numRuns: 20, seed })) {
          const expected = interpreted(program, inputs, checksOf(options));
          if (expected === 'unclear') {
            unclear++;
            continue;
          }
          const taken = paths.filter((path) => applies(path, modelOf(path.outcome, inputs)));
          const where = `${text}\ninputs ${JSON.stringify(inputs)} ${JSON.stringify(options)}`;
          expect(taken.length, where).toBe(expected ? 1 : 0);
          if (!expected) continue;
          expect(predicted(taken[0]!.outcome, inputs), where).toEqual(expected);
          behaviours++;
        }
        if (process.env.REFEREE_PROGRAMS !== undefined && (number + 1) % 100 === 0)
          console.log(`${number + 1} programs`);
      }
      expect(behaviours + unclear).toBeGreaterThan(programCount * 10);
    });
  }
});

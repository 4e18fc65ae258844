import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GeneratedProgram } from './generator/ast.ts';
import { editKinds, edits } from './generator/edits.ts';
import { inputsOf } from './generator/inputs.ts';
import { printToC } from './generator/print.ts';
import { type InputValues, interpret } from './interpret.ts';
import { nativeCompilerExists, runNatively } from './native.ts';

const seed = Number(process.env.REFEREE_SEED ?? 11);

/** Everything a user could observe; faults by kind, because an edit moves statements. */
function observed(program: GeneratedProgram, inputs: InputValues): string {
  const { ending, status, fault, stdout, outputs, globals } = interpret(program, inputs);
  return JSON.stringify({ ending, status, fault: fault?.kind, stdout, outputs, globals });
}

describe('edits between two versions', () => {
  for (const kind of editKinds) {
    it(`of kind ${kind} change the text and give a program that runs`, () => {
      for (const edit of fc.sample(edits({}, [kind]), { numRuns: 40, seed })) {
        expect(edit.kind).toBe(kind);
        expect(printToC(edit.new)).not.toBe(printToC(edit.old));
        for (const inputs of fc.sample(inputsOf(edit.old), { numRuns: 5, seed })) interpret(edit.new, inputs);
      }
    });
  }

  it('of kind refactoring change no behaviour', () => {
    fc.assert(
      fc.property(
        edits({}, ['refactoring']).chain((edit) => fc.tuple(fc.constant(edit), inputsOf(edit.old))),
        ([edit, inputs]) => {
          // A refactoring may stop using a global in no way that changes it, so globals are compared too.
          expect(observed(edit.new, inputs), `${printToC(edit.old)}\n${printToC(edit.new)}`).toBe(
            observed(edit.old, inputs),
          );
        },
      ),
      { seed, numRuns: 400 },
    );
  });

  it('of the other kinds often do', () => {
    const sample = fc.sample(edits({}, ['operator', 'constant', 'removed', 'condition']), { numRuns: 200, seed });
    const different = sample.filter((edit) =>
      fc.sample(inputsOf(edit.old), { numRuns: 20, seed }).some((i) => observed(edit.old, i) !== observed(edit.new, i)),
    );
    expect(different.length).toBeGreaterThan(sample.length / 4);
  });

  it.runIf(nativeCompilerExists())('give programs that compile', () => {
    const versions = fc.sample(edits(), { numRuns: 30, seed }).map((edit) => edit.new);
    const runs = versions.map((program) => ({
      program,
      inputs: fc.sample(inputsOf(program), { numRuns: 1, seed })[0]!,
    }));
    const outcomes = runNatively(versions, runs);
    for (const [number, { program, inputs }] of runs.entries()) {
      expect(outcomes[number]!.stdout, printToC(program)).toBe(interpret(program, inputs).stdout);
    }
  });

  it('shrink to a pair of short programs', () => {
    const { counterexample } = fc.check(
      fc.property(edits({}, ['condition']), (edit) =>
        fc
          .sample(inputsOf(edit.old), { numRuns: 20, seed })
          .every((i) => observed(edit.old, i) === observed(edit.new, i)),
      ),
      { seed, numRuns: 500 },
    );
    expect(printToC(counterexample![0].old).split('\n').length).toBeLessThanOrEqual(16);
  });
});

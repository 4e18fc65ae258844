import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GeneratedProgram } from './generator/ast.ts';
import { inputsOf } from './generator/inputs.ts';
import { printToC } from './generator/print.ts';
import { programs } from './generator/programs.ts';
import { largePrograms } from './generator/shape.ts';
import { type InputValues, interpret, type Outcome } from './interpret.ts';
import { type NativeOutcome, nativeCompilerExists, runNatively } from './native.ts';

/** REFEREE_PROGRAMS raises the number of programs for a long run. */
const programCount = Number(process.env.REFEREE_PROGRAMS ?? 40);
const seed = Number(process.env.REFEREE_SEED ?? 20260101);

function differences(expected: Outcome, actual: NativeOutcome): string[] {
  const found: string[] = [];
  const check = (what: string, ours: unknown, theirs: unknown) => {
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
      found.push(`${what}: interpreted ${JSON.stringify(ours)}, native ${JSON.stringify(theirs)}`);
    }
  };
  // Freeing a stack address is undefined for the sanitizer too: whether it notices depends on what lies before it.
  if (expected.fault?.kind === 'invalid free') return [];
  const ends = expected.ending === 'return' || expected.ending === 'exit';
  check('ending', ends ? 'return or exit' : expected.ending, actual.ending);
  check('fault', expected.fault?.kind.replace('double free', 'invalid free'), actual.fault);
  check('text', expected.stdout, actual.stdout);
  check('outputs', expected.outputs, actual.outputs);
  if (ends) {
    check('status', expected.status & 255, actual.status);
    check('globals', expected.globals, actual.globals);
  }
  return found;
}

describe.runIf(nativeCompilerExists())('the interpreter of generated programs', () => {
  for (const [name, arbitrary] of [
    ['small', programs({ numbersInText: true })],
    ['large', programs({ ...largePrograms, numbersInText: true })],
  ] as const) {
    it(`agrees with compiled C on ${name} programs (seed ${seed})`, () => {
      const sample = fc.sample(arbitrary, { numRuns: programCount, seed });
      const runs: { program: GeneratedProgram; inputs: InputValues }[] = [];
      for (const program of sample) {
        for (const inputs of fc.sample(inputsOf(program), { numRuns: 8, seed })) runs.push({ program, inputs });
      }
      const outcomes = runNatively(sample, runs);
      for (const [number, { program, inputs }] of runs.entries()) {
        const found = differences(interpret(program, inputs), outcomes[number]!);
        expect(found, `${printToC(program)}\ninputs ${JSON.stringify(inputs)}`).toEqual([]);
      }
    });
  }
});

/**
 * Compiled code against the closures it stands for: everything that can be told from outside must be the same, whenever code is
 * compiled: endings, where they are, instructions, text, names of inputs, coverage, in the same order.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { coverageByFunction, coveredInstructions } from '../../../src/explore/coverage.ts';
import { Exploration } from '../../../src/explore/exploration.ts';
import { loadProgram } from '../../../src/frontend/load.ts';
import { EMPTY_ENVIRONMENT } from '../../../src/machine/environment.ts';
import type { Program } from '../../../src/program/program.ts';

const differential = fileURLToPath(new URL('../differential', import.meta.url));
const programs = fileURLToPath(new URL('programs', import.meta.url));

async function everything(program: Program, compileAfter: number): Promise<object> {
  const ends: unknown[] = [];
  const stdin = { kind: 'bytes' as const, bytes: new TextEncoder().encode('12 -7\n2147483647 end of input\n') };
  const exploration = await Exploration.create(
    program,
    { machine: { compileAfter, maxSteps: 3_000_000 }, environment: { ...EMPTY_ENVIRONMENT, stdin } },
    ({ outcome: { ending, steps, stdout, stderr, condition, inputs, returned, choices }, model }) => {
      const stack = ending.stack.map(({ functionName, position }) => `${functionName}:${position?.line}`);
      const values = model === null ? null : [...model.scalars].map(([term, value]) => `${term.name} ${value}`);
      const text = [...stdout, ...stderr].map(String).join();
      const marks: number[] = [];
      for (let choice = choices ?? null; choice !== null; choice = choice.before) marks.push(choice.mark, choice.side);
      const ended = [ending.kind, ending.message, ending.position?.line, ending.cycle ?? null, String(ending.status)];
      const what = [steps, condition.length, inputs.map(({ name }) => name), String(returned), marks];
      ends.push([ended, stack, what, values, text]);
    },
  );
  exploration.run();
  const covered = coveredInstructions(exploration.machine).join('');
  const coverage = coverageByFunction(exploration.machine).map(({ name, lineHits, branchHits }) => [
    name,
    lineHits,
    branchHits,
  ]);
  const { instructions, hotCode } = exploration.machine;
  const result = { ends, covered, coverage, instructions };
  if (compileAfter < 100) expect(hotCode?.entered, 'compiled code has run').toBeGreaterThan(0);
  exploration.dispose();
  return result;
}

describe('compiled code does what the closures do in', () => {
  for (const directory of [differential, programs]) {
    for (const file of readdirSync(directory).filter((name) => name.endsWith('.c'))) {
      it(file.replace('.c', '').replace('_', ' '), { timeout: 60_000 }, async () => {
        const load = () => loadProgram([file], { directory });
        const expected = await everything(await load(), Number.POSITIVE_INFINITY);
        for (const compileAfter of directory === programs ? [0, 7] : [3])
          expect(await everything(await load(), compileAfter)).toEqual(expected);
      });
    }
  }
});

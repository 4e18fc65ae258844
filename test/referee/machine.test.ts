/**
 * Exhaustive exploration against the interpreter: on every input exactly one explored path applies, and what it leaves
 * behind, evaluated on that input, is what the interpreter says. This is the ground that reductions are compared on.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FinishedPath } from '../../src/explore/exploration.ts';
import { evaluate } from '../../src/expr/evaluate.ts';
import { Model, Term } from '../../src/expr/term.ts';
import { exploreText } from '../machine/explore.ts';
import type { GeneratedProgram } from './generator/ast.ts';
import { inputsOf } from './generator/inputs.ts';
import { printProgram } from './generator/print.ts';
import { programs } from './generator/programs.ts';
import { type FaultKind, type InputValues, interpret } from './interpret.ts';

const programCount = Number(process.env.REFEREE_PROGRAMS ?? 15);
const seed = Number(process.env.REFEREE_SEED ?? 3);

const faultNames: Readonly<Record<FaultKind, string>> = {
  'division by zero': 'division-by-zero',
  'out of bounds': 'out-of-bounds',
  null: 'null-pointer',
  'use after free': 'use-after-free',
  'double free': 'double-free',
  'invalid free': 'invalid-free',
  assert: 'assert',
  abort: 'abort',
};

/** The inputs of a path, given the values that the interpreter gets. */
function modelOf({ outcome }: FinishedPath, inputs: InputValues): Model {
  const model = new Model();
  for (const { name, term, kind } of outcome.inputs) {
    const value = inputs[name]!;
    if (kind === 'bytes') model.arrays.set(term, Uint8Array.from(value as number[]));
    else model.scalars.set(term, term.width === 32 ? (value as number) >>> 0 : (value as number) & 255);
  }
  return model;
}

function applies(path: FinishedPath, model: Model): boolean {
  return path.outcome.condition.conjuncts().every((term) => Number(evaluate(term, model)) === 1);
}

const valueOn = (model: Model) => (value: Term | number | bigint | null) =>
  value instanceof Term ? Number(evaluate(value, model)) : Number(value ?? 0);

function observedPath(path: FinishedPath, model: Model): object {
  const { ending, stdout, outputs } = path.outcome;
  const value = valueOn(model);
  const ends = ending.kind === 'exit';
  return {
    ending: ending.kind,
    line: ends ? 0 : ending.position?.line,
    status: ends ? value(ending.status as Term | number) | 0 : 0,
    stdout: Buffer.from(stdout.map((byte) => value(byte))).toString('latin1'),
    outputs: outputs.map((output) => ({
      name: output.name,
      value: extended(value(output.value as Term | number), output),
    })),
  };
}

function extended(value: number, { bits, signed }: { bits: number; signed: boolean }): number {
  return signed ? (value << (32 - bits)) >> (32 - bits) : value;
}

function observedRun(program: GeneratedProgram, inputs: InputValues): object | null {
  const { ending, fault, status, stdout, outputs } = interpret(program, inputs);
  if (ending === 'rejected') return null;
  return {
    ending: fault ? faultNames[fault.kind] : 'exit',
    line: fault ? printProgram(program).lines.get(fault.statement) : 0,
    status: fault ? 0 : status,
    stdout,
    outputs,
  };
}

describe('exhaustive exploration', () => {
  it(`agrees with the interpreter on generated programs (seed ${seed})`, { timeout: 240_000 }, async () => {
    let behaviours = 0;
    for (const program of fc.sample(programs(), { numRuns: programCount, seed })) {
      const { text } = printProgram(program);
      const { paths } = await exploreText(text);
      for (const inputs of fc.sample(inputsOf(program), { numRuns: 20, seed })) {
        const expected = observedRun(program, inputs);
        const taken = paths.filter((path) => applies(path, modelOf(path, inputs)));
        const where = `${text}\ninputs ${JSON.stringify(inputs)}`;
        expect(taken.length, where).toBe(expected ? 1 : 0);
        if (!expected) continue;
        expect(observedPath(taken[0]!, modelOf(taken[0]!, inputs)), where).toEqual(expected);
        behaviours++;
      }
    }
    expect(behaviours).toBeGreaterThan(programCount * 10);
  });
});

/** Random inputs for a generated program, biased towards the values its conditions compare with. */
import fc from 'fast-check';
import type { InputValues } from '../interpret.ts';
import type { GeneratedProgram, Input } from './ast.ts';

export function inputsOf(program: GeneratedProgram): fc.Arbitrary<InputValues> {
  return fc.record(Object.fromEntries(program.inputs.map((input) => [input.name, anyValueOf(input)])));
}

const anyInt: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -4, max: 16 }) },
  { weight: 2, arbitrary: fc.integer({ min: -300, max: 300 }) },
  { weight: 1, arbitrary: fc.integer() },
);

function anyValueOf(input: Input): fc.Arbitrary<number | number[]> {
  switch (input.kind) {
    case 'int':
      return anyInt;
    case 'uchar':
      return fc.integer({ min: 0, max: 255 });
    case 'range':
      return fc.integer({ min: input.low, max: input.high });
    case 'bytes':
      return fc.array(fc.integer({ min: 0, max: 255 }), { minLength: input.length, maxLength: input.length });
  }
}

/** A test's values as a model. */
import { Model } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { inputBytes, type TestCase } from './test-case.ts';

/** Inputs have the same names on every path, so a test's values can be given to the terms of another run. */
export function modelOf(test: TestCase | null, terms: Terms): Model {
  const model = new Model();
  for (const input of test?.inputs ?? []) {
    const bytes = inputBytes(input, test!.bigEndian);
    if (input.kind === 'bytes') model.arrays.set(terms.bytes(input.name, bytes.length), bytes);
    else {
      let value = 0n;
      for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]);
      const scalar = value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
      model.scalars.set(terms.variable(input.name, input.bits), scalar);
    }
  }
  return model;
}

/** A test's values as a model. */
import { scalarOfBytes } from '../explore/given-inputs.ts';
import { Model } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import type { State } from '../machine/state.ts';
import { inputBytes, type TestCase } from './test-case.ts';

/** Inputs have the same names on every path, so a test's values can be given to the terms of another run. */
export function modelOf(test: TestCase | null, terms: Terms): Model {
  const model = new Model();
  for (const input of test?.inputs ?? []) {
    const bytes = inputBytes(input, test!.bigEndian);
    if (input.kind === 'bytes') model.arrays.set(terms.bytes(input.name, bytes.length), bytes);
    else model.scalars.set(terms.variable(input.name, input.bits), scalarOfBytes(bytes));
  }
  return model;
}

/** The initial state with as many arguments, each as long. */
export function startOfTest({ argv, inputs }: TestCase): (state: State) => boolean {
  const lengths = new Map(
    inputs.filter(({ origin }) => origin === 'argument').map(({ index, bits }) => [index, bits / 8]),
  );
  return ({ arguments: words }) =>
    words.length === argv.length &&
    [...lengths].every(([index, length]) => [length, length + 1].includes(words[index]?.length ?? -1));
}

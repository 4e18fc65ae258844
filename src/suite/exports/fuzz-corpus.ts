/** A corpus for fuzzers (AFL, libFuzzer): the bytes that a test feeds the program, one file per distinct content. */
import { callInputs, inputBytes, stdinBytes, type TestCase, testName } from '../test-case.ts';

export function fuzzCorpus(tests: readonly TestCase[]): [name: string, content: Uint8Array][] {
  const seen = new Set<string>();
  return tests.flatMap((test): [string, Uint8Array][] => {
    const bytes = fedBytes(test);
    const key = Buffer.from(bytes).toString('latin1');
    // Fuzzers reject empty files.
    if (bytes.length === 0 || seen.has(key)) return [];
    seen.add(key);
    return [[`corpus/${testName(test.number)}`, bytes]];
  });
}

function fedBytes(test: TestCase): Uint8Array {
  const stdin = stdinBytes(test);
  if (stdin.length > 0) return stdin;
  const files = test.inputs.filter(({ origin }) => origin === 'file' || origin === 'argument');
  const inputs = files.length > 0 ? files : callInputs(test).slice(0, test.inputs.length);
  return Uint8Array.from(inputs.flatMap((input) => [...inputBytes(input, test.bigEndian)]));
}

/** A small hand-made test case to write, read and replay in other tests. */
import type { BuildRecord, TestCase, TestInput } from '../../src/suite/test-case.ts';

export const EXAMPLE_BUILD: BuildRecord = {
  directory: '..',
  files: ['sum.c'],
  target: 'wasm32-unknown-wasip1',
  options: { defines: ['LIMIT=3'], includeDirectories: ['include dir'] },
  harness: null,
  arguments: [],
};

export function intInput(name: string, value: number | string, bits = 32, signed = true): TestInput {
  const type = bits === 32 ? 'int' : 'long long';
  return { name, origin: 'call', index: -1, type, kind: 'int', bits, signed, value };
}

export function bytesInput(name: string, hex: string, text: string): TestInput {
  const bits = hex.length * 4;
  const type = `unsigned char[${bits / 8}]`;
  return { name, origin: 'call', index: -1, type, kind: 'bytes', bits, signed: false, value: hex, text };
}

export function exampleTest(changes: Partial<TestCase> = {}): TestCase {
  return {
    format: 'pathfold-test',
    version: 1,
    number: 1,
    entry: 'main',
    bigEndian: false,
    build: EXAMPLE_BUILD,
    inputs: [intInput('x', -5), bytesInput('name', '61626300', 'abc\\000')],
    argv: ['sum'],
    stdin: '',
    expected: {
      ending: 'exit',
      meaning: 'the program ended',
      status: 0,
      returned: 0,
      stdout: 'ok\n',
      stderr: '',
      outputs: [],
      fault: null,
    },
    ...changes,
  };
}

import { expect, test } from 'vitest';
import { testInputText } from '../../src/suite/input-text.ts';
import type { TestInput } from '../../src/suite/test-case.ts';

const bytes = (name: string, value: string, origin: TestInput['origin']): TestInput => ({
  ...{ name, type: `unsigned char[${value.length / 2}]`, kind: 'bytes', bits: value.length * 4, signed: false },
  ...{ value, origin, index: 0 },
});

test('standard input is shown to its last byte, which may be a zero that matters', () => {
  expect(testInputText({ inputs: [bytes('stdin', '0a65000a00', 'stdin')] })).toBe('stdin = "\\ne\\000\\n\\000"');
});

test('a string is shown without the zeros that fill its array', () => {
  expect(testInputText({ inputs: [bytes('s', '6162000000', 'call')] })).toBe('s = "ab"');
});

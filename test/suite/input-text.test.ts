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

test('elements from the first on are an array, of characters a text', () => {
  const element = (name: string, type: string, value: number, text?: string): TestInput => ({
    ...{ name, type, kind: 'int', bits: 8, signed: true, value, origin: 'call', index: 0 },
    ...(text === undefined ? {} : { text }),
  });
  const data = ['a', '"', '\\n'].map((text, i) => element(`data[${i}]`, 'char', 97, text));
  const numbers = [7, 0].map((value, i) => element(`p->n[${i}]`, 'short', value));
  expect(testInputText({ inputs: [...data, ...numbers, element('p->n[3]', 'short', 1)] })).toBe(
    'data = "a\\"\\n", p->n = {7, 0}, p->n[3] = 1',
  );
  const ambiguous = ['\\0', '1'].map((text, i) => element(`s[${i}]`, 'char', 48, text));
  expect(testInputText({ inputs: ambiguous })).toBe("s = {'\\0', '1'}");
});

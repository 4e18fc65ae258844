import { expect, it } from 'vitest';
import { fewWarnings } from '../../src/cli/options/load-options.ts';

it('a header that warns many times is quoted a few times', () => {
  const warning = (line: number) => `In file included from a.c:1:\na.h:${line}:1: warning: odd\nint x;\n^`;
  const text = (count: number) => Array.from({ length: count }, (_, i) => warning(i + 1)).join('\n');
  expect(fewWarnings(text(3))).toBe(text(3));
  expect(fewWarnings(text(8))).toBe(`${text(3)}\n(5 more warnings of the compiler)`);
});

/** Which loops are certain to end. */
import { describe, expect, it } from 'vitest';
import { EndlessLoops } from '../../src/analysis/endless-loops.ts';
import { loadText } from '../machine/explore.ts';

const CERTAIN = [
  'for (int i = 0; i < n; i++) g = i;',
  'for (unsigned i = 0; i != n; i++) g = i;',
  'for (int i = n; i > 0; i--) g = i;',
  'int i = 0; do g = i; while (++i < 5);',
  'for (int i = 0; i < 3; i++) for (int j = 0; j < i; j++) g = j;',
];

const UNCERTAIN: Readonly<Record<string, string>> = {
  'nothing changes': 'while (n == 99) {}',
  'a test of something that is read again': 'while (g < n) {}',
  'a bound that moves along': 'for (int i = 0; i < n; i++) n++;',
  'a step of two past the end': 'for (unsigned i = 0; i != n; i += 2) g = i;',
  'every number is below the largest': 'for (unsigned char i = 0; i <= n; i++) g = i;',
  'a counter that goes back': 'for (int i = 0; i < n; i++) if (g) i = 0;',
  'a test on one of two ways back': 'for (int i = 0; ; i++) { if (g) continue; if (i > n) break; }',
};

async function loopsOf(body: string): Promise<number> {
  const program = await loadText(`volatile int g; int main(void) { int n = g; ${body} return 0; }`);
  const main = program.functions.find(({ name }) => name.includes('main'))!;
  return new EndlessLoops().blocksOf(main).size;
}

describe('a loop', () => {
  for (const body of CERTAIN) {
    it(`is certain to end: ${body}`, async () => {
      expect(await loopsOf(body)).toBe(0);
    });
  }
  for (const [why, body] of Object.entries(UNCERTAIN)) {
    it(`may turn for ever: ${why}`, async () => {
      expect(await loopsOf(body)).toBeGreaterThan(0);
    });
  }
});

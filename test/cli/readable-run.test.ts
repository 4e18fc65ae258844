/** What people read of a run: small inputs of faults, where paths begin, names of a declaration. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Summary } from '../../src/suite/summary.ts';
import { run } from './run.ts';

const directory = mkdtempSync(join(tmpdir(), 'pathfold-readable-'));
const before = process.cwd();
beforeAll(() => process.chdir(directory));
afterAll(() => {
  process.chdir(before);
  rmSync(directory, { recursive: true });
});

it('a fault is shown with the smallest numbers that cause it', async () => {
  writeFileSync('look.c', 'int look(int i, unsigned n) {\n  int t[4] = {1, 2, 3, 4};\n  return n > 3 ? t[i] : 0;\n}\n');
  const { out, status } = await run('test', 'look.c', '--function', 'look', '--replay', 'none', '--out', 'look');
  expect(status).toBe(1);
  expect(out).toContain('    with i = -1, n = 4\n');
});

const FORKING = `#include <pathfold.h>
int main(void) {
  int total = 0;
  for (int i = 0; i < 9; i++) {
    char name[2] = { (char)('a' + i), 0 };
    if (pathfold_int(name) > i) total += 1 << i;
  }
  return total;
}
`;

it('a run that a limit ends names the decisions at which most paths begin, and counts them all', async () => {
  writeFileSync('forking.c', FORKING);
  const words = ['test', 'forking.c', '--reduce', 'none', '--max-paths', '100', '--replay', 'none', '--out', 'forking'];
  const { out } = await run(...words);
  expect(out).toMatch(/forks: {4}most paths begin at forking\.c:6 \(\d+\)\n/);
  const { decisions } = JSON.parse(readFileSync('forking/summary.json', 'utf8')) as Summary;
  expect(decisions[0]).toMatchObject({ function: 'main', file: 'forking.c', line: 6, kind: 'branch', cut: 0 });
  expect(decisions[0].forks).toBeGreaterThanOrEqual(99);
});

it('changes are told by enumerators, and without choices that their condition has made', async () => {
  const text = `enum kind { NONE, EQUILATERAL, ISOSCELES, SCALENE };
enum kind classify(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return NONE;
  if (a == b && b == c) return EQUILATERAL;
  return a == b || b == c || a == c ? ISOSCELES : SCALENE;
}
`;
  writeFileSync('old.c', text);
  writeFileSync('new.c', text.replace('a <= 0', 'a < 0'));
  const { out } = await run('diff', 'old.c', 'new.c', '--function', 'classify', '--out', 'diff');
  expect(out).toContain('   return: NONE -> ISOSCELES\n');
  expect(out).toContain('   return: NONE -> SCALENE\n');
});

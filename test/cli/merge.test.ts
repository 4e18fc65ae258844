/** `--merge simple` from the command line: fewer paths, taken up as it was begun, and nothing for commands that promise both sides. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Summary } from '../../src/suite/summary.ts';
import { run } from './run.ts';

const PROGRAM = `#include <pathfold.h>
#include <stdio.h>
int main(void) {
  int a = pathfold_int("a"), b = pathfold_int("b"), level = 0;
  if (a > 10) level = 1;
  if (b > 10) level += 2;
  if (a > 0 && b > 0) level += 4;
  if (level == 7)
    putchar('!');
  return 0;
}
`;

let directory: string;
const before = process.cwd();
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pathfold-merge-'));
  writeFileSync(join(directory, 'levels.c'), PROGRAM);
  process.chdir(directory);
});
afterAll(() => {
  process.chdir(before);
  rmSync(directory, { recursive: true, force: true });
});

const words = ['test', 'levels.c', '--reduce', 'none', '--replay', 'none', '--json'];
const summaryOf = async (...given: string[]) => JSON.parse((await run(...given)).out) as Summary;

it('leaves one branch of six, and resumes a run as it was begun', { timeout: 120_000 }, async () => {
  const off = await summaryOf(...words, '--out', 'off');
  expect(off.paths.completed).toBe(8);
  const cut = await summaryOf(...words, '--merge', 'simple', '--max-paths', '1', '--out', 'simple');
  expect(cut.paths.completed).toBe(1);
  const resumed = await summaryOf('resume', 'simple', '--max-paths', '100', '--json');
  expect(resumed).toMatchObject({ verdict: 'complete', paths: { completed: 2 } });
  // What stands on a side of its own was not run because it was reached: it does not count.
  expect(resumed.coverage!.lines.covered).toBe(resumed.coverage!.lines.total);
  expect(resumed.coverage!.branches.total).toBe(2);
});

it('is refused where both sides of every branch are promised', async () => {
  expect(await run('cover', 'levels.c', '--merge', 'simple')).toMatchObject({
    status: 2,
    err: expect.stringContaining('--merge is not an option of `pathfold cover`'),
  });
});

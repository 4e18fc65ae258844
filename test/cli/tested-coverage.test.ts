/** What the program does with an input that fails an assumption later is covered by nobody: every command says the same. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Summary } from '../../src/suite/summary.ts';
import { run } from './run.ts';

const PROGRAM = `#include <pathfold.h>
#include <stdio.h>
static int quotient(int x) { return 8 / (x - x); }
int main(void) {
  int x = pathfold_int("x");
  if (x > 3) {
    puts("only on the way to an assumption");
    pathfold_assume(x < 2);
    puts("never");
  }
  if (x == 1) {
    puts("one");
    return quotient(x);
  }
  if (x == 2) {
    puts("the same fault again, for which there is no second test");
    return quotient(x);
  }
  return 0;
}
`;

const folder = mkdtempSync(join(tmpdir(), 'pathfold-tested-'));
const file = join(folder, 'main.c');
beforeAll(() => writeFileSync(file, PROGRAM));
afterAll(() => rmSync(folder, { recursive: true }));

it.each(['test --reduce none', 'test', 'test --reduce dependence', 'cover'])('in %s', async (command) => {
  const { out } = await run(
    ...command.split(' '),
    file,
    '--json',
    '--replay',
    'none',
    '--out',
    join(folder, 'out'),
    '--force',
  );
  const { lines, branches } = (JSON.parse(out) as Summary).coverage;
  expect(lines).toEqual({ covered: 11, total: 15 });
  expect(branches).toEqual({ covered: 5, total: 6 });
});

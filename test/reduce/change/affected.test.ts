/** The affected sets of the paper's example, and of edits whose consequences cross variables, jumps and calls. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changedLines,
  isIdentical,
  linesOf,
  versionDifference,
} from '../../../src/analysis/version-difference/difference.ts';
import { loadProgram } from '../../../src/frontend/load.ts';
import type { Instruction } from '../../../src/program/instructions.ts';
import { affectedStatements } from '../../../src/reduce/change/affected.ts';

const fig2 = fileURLToPath(new URL('../../cases/papers/directed-incremental-fig2/', import.meta.url));
let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'pathfold-affected-'));
});
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

let number = 0;
async function programs(old: string, changed: string) {
  const load = (text: string) => {
    const file = join(scratch, `version${++number}.c`);
    writeFileSync(file, text);
    return loadProgram([file]);
  };
  return [await load(old), await load(changed)] as const;
}

const lines = (instructions: Iterable<Instruction>) => [...linesOf(instructions).values()].flat();

async function affectedLines(old: string, changed: string) {
  const { branches, writes } = affectedStatements(...(await programs(old, changed)));
  return { branches: lines(branches), writes: lines(writes) };
}

describe('the wheel brake of the paper', () => {
  it('has the affected sets of figure 5(b)', async () => {
    const [old, changed] = [await loadProgram([`${fig2}old.c`]), await loadProgram([`${fig2}new.c`])];
    const { difference, branches, writes } = affectedStatements(old, changed);
    expect([...changedLines(difference).new.values()]).toEqual([[7]]);
    expect(lines(branches)).toEqual([7, 9, 21, 23]);
    expect(lines(writes)).toEqual([8, 10, 12, 14, 22, 24, 26]);
    expect([branches.size, writes.size]).toEqual([4, 7]);
  }, 60_000);
});

const WRAP = (body: string) => `#include <pathfold.h>
int result, other;
void f(int x, int z) {
${body}
}
int main(void) {
  f(pathfold_int("x"), pathfold_int("z"));
  return result;
}
`;

describe('what no change is', () => {
  it.each([
    ['comments and layout', 'if (x > 0)\n    result = x + 1; /* why */', 'if (x > 0) { result = x\n + 1; }'],
    [
      'names of locals',
      'int a = x * 2; int b = a + z;\n  result = b;',
      'int first = x * 2; int sum = first + z;\n  result = sum;',
    ],
  ])(
    '%s',
    async (_, before, after) => {
      expect(isIdentical(versionDifference(...(await programs(WRAP(before), WRAP(after)))))).toBe(true);
    },
    60_000,
  );
});

describe('consequences', () => {
  it('go from a write through another write to a branch', async () => {
    const body = (k: number) =>
      `  int a = x + ${k};\n  int b = a * 2;\n  if (b > 3)\n    result = 1;\n  if (z > 3)\n    other = 1;`;
    const { branches, writes } = await affectedLines(WRAP(body(1)), WRAP(body(2)));
    expect(branches).toEqual([6]);
    expect(writes).toEqual(expect.arrayContaining([4, 5, 7]));
    expect(writes).not.toContain(9);
  }, 60_000);

  it('of a removed statement are found through the old version', async () => {
    const before = WRAP('  int a = 0;\n  if (z > 0)\n    a = x;\n  if (a > 3)\n    result = 1;');
    const after = WRAP('  int a = 0;\n  if (z > 0)\n    ;\n  if (a > 3)\n    result = 1;');
    const { branches } = await affectedLines(before, after);
    expect(branches).toContain(7);
  }, 60_000);

  it('of a removed break reach the case it falls into', async () => {
    const body = (stop: string) =>
      `  switch (x) {\n  case 1:\n    result = 1;${stop}\n  case 2:\n    result = 2;\n    break;\n  }\n  if (z)\n    other = 1;`;
    const { branches, writes } = await affectedLines(WRAP(body(' break;')), WRAP(body('')));
    expect(branches).toContain(4);
    expect(branches).not.toContain(11);
    expect(writes).toEqual(expect.arrayContaining([6, 8]));
  }, 60_000);

  it('of a changed initial value reach its readers', async () => {
    const text = (k: number) =>
      WRAP('  if (x > limit)\n    result = 1;').replace('int result', `int limit = ${k}; int result`);
    const { branches } = await affectedLines(text(3), text(4));
    expect(branches).toEqual([4]);
  }, 60_000);

  it('of a member that moved reach those who use it', async () => {
    const text = (fields: string) =>
      WRAP('  s.b = x;\n  if (s.b > 3)\n    result = 1;').replace('int result', `struct { ${fields} } s; int result`);
    const { writes } = await affectedLines(text('int a; int b;'), text('int b; int a;'));
    expect(writes).toContain(4);
  }, 60_000);

  it('cross calls by argument, result and memory', async () => {
    const text = (k: number) => `#include <pathfold.h>
int shared;
int more(int n) { return n + ${k}; }
int test(int n) { if (n > 5) return 1; return 0; }
void keep(int n) {
  shared = n;
}
int main(void) {
  int y = more(pathfold_int("x"));
  keep(test(y));
  if (shared)
    return 1;
  return 0;
}
`;
    const { branches, writes } = await affectedLines(text(1), text(2));
    expect(branches).toEqual(expect.arrayContaining([4, 11]));
    expect(writes).toEqual(expect.arrayContaining([6, 9]));
  }, 60_000);
});

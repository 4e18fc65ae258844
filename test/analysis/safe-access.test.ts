/** Which loads and stores cannot fault, by line. */
import { expect, it } from 'vitest';
import { analyzePointers } from '../../src/analysis/points-to/points-to.ts';
import { SafeAccesses } from '../../src/analysis/safe-access.ts';
import { compileText } from '../referee/compile.ts';

async function unsafeLines(text: string): Promise<number[]> {
  const program = await compileText(text);
  const safe = new SafeAccesses(program, analyzePointers(program).callGraph);
  const found = new Set<number>();
  for (const fn of program.functions) {
    if (fn.library === true) continue;
    for (const block of fn.blocks) {
      for (const each of block.instructions) {
        if ((each.op === 'load' || each.op === 'store') && !safe.isSafe(each)) found.add(each.position?.line ?? 0);
      }
    }
  }
  return [...found].sort((a, b) => a - b);
}

it('knows counters, masks, parameters and members', async () => {
  expect(
    await unsafeLines(`struct pair { int a, b; };
int table[4], n;
static int member(const struct pair *p) {
  return p->b;
}
int main(void) {
  struct pair pairs[3];
  for (int i = 0; i < 3; i++)
    pairs[i].b = n;
  for (int i = 0; i < 4; i++)
    table[i] = table[3 - 1];
  table[n & 3] = member(&pairs[2]);
  return 0;
}
`),
  ).toEqual([]);
}, 60_000);

it('takes for possible what may be outside', async () => {
  expect(
    await unsafeLines(`int table[4], n;
int *pointer;
static int at(const int *p) {
  return p[1];
}
int main(void) {
  for (int i = 0; i < 5; i++)
    table[i] = 1;
  for (int i = 0; i < n; i++)
    table[i] = 2;
  table[n & 7] = 3;
  *pointer = 4;
  int i = 0;
  for (; i < 4; i++)
    ;
  table[i] = 5;
  return at(&table[1]) + at(&table[3]);
}
`),
  ).toEqual([4, 8, 10, 11, 12, 16]);
}, 60_000);

it('looks once at functions that pass a parameter on to each other', async () => {
  const calls = (name: string) =>
    Array.from({ length: 6 }, (_, i) => `if (n & ${1 << i}) ${name}(p, n - ${i + 1});`).join(' ');
  const text = `int table[4];
static void ping(int *p, int n); static void pong(int *p, int n);
static void ping(int *p, int n) { if (n < 0) return; ${calls('pong')} ${calls('ping')} p[0] = n; }
static void pong(int *p, int n) { if (n < 0) return; ${calls('ping')} p[1] = n; }
int main(int argc, char **argv) { ping(table, argc); return 0; }
`;
  const program = await compileText(text);
  const { callGraph } = analyzePointers(program);
  const began = performance.now();
  const safe = new SafeAccesses(program, callGraph);
  for (const fn of program.functions) {
    for (const block of fn.blocks) for (const each of block.instructions) safe.isSafe(each);
  }
  expect(performance.now() - began).toBeLessThan(5000);
}, 60_000);

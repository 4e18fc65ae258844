/** The 64-bit target, compiled without headers: wide indices, negative ones, the ABI's variable arguments and copies. */
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { Term } from '../../src/expr/term.ts';
import { exploreProgram, loadText } from './explore.ts';

const LP64 = `
typedef __builtin_va_list va_list;
struct big { long a[4]; };
struct mid { long a; double b; };
static long sum(int n, ...) {
  va_list l;
  __builtin_va_start(l, n);
  long s = 0;
  for (int i = 0; i < n; i++) s += __builtin_va_arg(l, long);
  double d = __builtin_va_arg(l, double);
  struct big b = __builtin_va_arg(l, struct big);
  struct mid m = __builtin_va_arg(l, struct mid);
  int k = __builtin_va_arg(l, int);
  __builtin_va_end(l);
  return s + (long)d + b.a[3] + m.a + (long)m.b + k;
}
static long copied(struct big b) { b.a[0] = 100; return b.a[0] + b.a[2]; }
int pathfold_int(const char *);
static int table[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
int main(void) {
  struct big b = {{1, 2, 3, 4}};
  struct mid m = {7, 8.5};
  if (sizeof(long) != 8 || sizeof(void *) != 8) return 1;
  if (sum(8, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 2.5, b, m, 1000) != 36 + 2 + 4 + 7 + 8 + 1000) return 2;
  if (copied(b) != 103 || b.a[0] != 1) return 3;
  int *p = table + 9;
  long back = -4;
  if (p[back] != 5) return 4;
  for (long i = 0; i < 10; i++) if (*(p - i) != 9 - i) return 5;
  unsigned long address = (unsigned long)p;
  if (*(int *)(address - 8) != 7 || p - table != 9 || table - p != -9) return 6;
  if ((unsigned long)(table - p) != 0xfffffffffffffff7ul) return 7;
  long x = pathfold_int("x");
  if (p[x] == 3) return x == -6 ? 10 : 8;
  return 11;
}
`;

describe('x86_64', () => {
  it('runs as LP64, and finds the index that is out of bounds', async () => {
    const program = await loadText(LP64, 'main.c', { target: 'x86_64-linux-gnu' });
    const { paths } = await exploreProgram(program);
    const statuses = paths
      .filter(({ outcome }) => outcome.ending.kind === 'exit')
      .map(({ outcome: { ending }, model }) =>
        ending.status instanceof Term ? evaluate(ending.status, model!) : ending.status,
      );
    expect(statuses.sort()).toEqual([10, 11]);
    expect(paths.map(({ outcome }) => outcome.ending.kind).sort()).toEqual(['exit', 'exit', 'out-of-bounds']);
  });
});

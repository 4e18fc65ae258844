/*
 * The path of a seed, and nothing else.
 * klee: --search=dfs PROGRAM
 * done: 4 0 4
 * klee: --seed-file=@/klee-out-0/test000002.ktest --only-seed PROGRAM
 * done: 1 0 1
 * stderr: KLEE: using 1 seeds
 * same: klee-out-0/test000002.ktest klee-out-1/test000001.ktest
 * klee: --seed-file=@/klee-out-0/test000002.ktest --search=dfs PROGRAM
 * done: 4 0 4
 * same: klee-out-0/test000002.ktest klee-out-2/test000001.ktest
 */
#include <klee/klee.h>

int main(void) {
  int x = klee_range(0, 2, "x"), y = klee_range(0, 2, "y");
  if (x) x = 1;
  if (y) y = 2;
  return x + y;
}

/*
 * A seed is matched by name where the order differs.
 * klee: --entry-point=other --search=dfs PROGRAM
 * done: 2 0 2
 * klee: --seed-dir=@/klee-out-0 --named-seed-matching --allow-seed-extension --only-replay-seeds PROGRAM
 * done: 2 0 2
 * values: y 0 1
 */
#include <klee/klee.h>

int other(void) {
  if (klee_range(0, 2, "y")) return 1;
  return 0;
}
int main(void) {
  int x = klee_range(0, 5, "x"), y = klee_range(0, 2, "y");
  if (x > 2) x = 4;
  if (y) y = 1;
  return x + y;
}

/*
 * Whatever the order, the same is found.
 * klee: --search=bfs PROGRAM
 * done: 7 1 8
 * klee: --search=random-state --rng-initial-seed=7 PROGRAM
 * done: 7 1 8
 * klee: --search=nurs:covnew --search=random-path PROGRAM
 * done: 7 1 8
 * klee: --reduce=revisit PROGRAM
 * line: *.abort.err Error: abort failure
 */
#include <klee/klee.h>

int main(void) {
  unsigned x = klee_int("x"), bits = 0;
  for (int i = 0; i < 3; i++) if (x >> i & 1) bits++;
  if (bits == 3) klee_abort();
  return 0;
}

/*
 * The lines that a path was the first to reach.
 * klee: --write-cov --search=dfs PROGRAM
 * done: 2 0 2
 * line: test000001.cov @/write-cov.c:LINE(yes)
 * line: test000002.cov @/write-cov.c:LINE(no)
 * count: 0 nothing
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") > 10)
    return 1; /* yes */
  return 0; /* no */
}

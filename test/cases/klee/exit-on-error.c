/*
 * Stop at the first error.
 * klee: --exit-on-error --search=dfs PROGRAM
 * status: 1
 * stderr: KLEE: ERROR: EXITING ON ERROR:
 * klee: --exit-on-error-type=Ptr --search=dfs PROGRAM
 * status: 0
 * stderr: KLEE: halting execution, dumping remaining states
 * klee: --exit-on-error-type=Assert --search=dfs PROGRAM
 * done: 4 1 5
 */
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x"), *p = x == 5 ? 0 : &x;
  if (x == 1) return 1;
  if (x == 2) return 2;
  *p = 3;
  if (klee_int("y") > 0) return 1;
  return 0;
}

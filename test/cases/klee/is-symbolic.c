/*
 * Only what depends on an input is symbolic.
 * klee: PROGRAM
 * done: 1 0 1
 * stdout: 1 0
 */
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  int x, y = 3;
  klee_make_symbolic(&x, sizeof x, "x");
  printf("%u %u\n", klee_is_symbolic(x + y), klee_is_symbolic(y));
  return 0;
}

/*
 * What is assumed holds on every path.
 * klee: PROGRAM
 * done: 2 0 2
 * values: x 5 6
 */
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x >= 5 & x <= 6);
  if (x == 5) return 1;
  return 0;
}

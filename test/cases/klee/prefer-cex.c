/*
 * Wishes decide among the values that take a path, earlier ones first.
 * klee: PROGRAM
 * done: 2 0 2
 * values: x 7 77
 */
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_prefer_cex(&x, x == 77);
  klee_prefer_cex(&x, x == 7);
  if (x < 10) return 1;
  return 0;
}

/*
 * Which values an expression can have.
 * klee: PROGRAM
 * done: 1 0 1
 * stderr: low:(ZExt w32 (Extract w2 0 (ReadLSB w32 (w32 0) x))) ~= 0 (in [0, 3])
 * stderr: six:(ReadLSB w32 (w32 0) y) == 6
 */
#include <klee/klee.h>

int main(void) {
  int x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(y > 5 & y < 7);
  klee_print_range("low", x & 3);
  klee_print_range("six", y);
  return 0;
}

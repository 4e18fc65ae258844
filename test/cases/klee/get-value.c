/*
 * A value that the argument can have; the others are explored as well.
 * klee: PROGRAM
 * done: 3 0 3
 * values: x 4 5 6
 */
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x > 3 & x < 7);
  int value = klee_get_value_i32(x);
  if (klee_is_symbolic(value)) klee_abort();
  klee_assert(value == x);
  return 0;
}

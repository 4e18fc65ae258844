/*
 * The same for other types.
 * klee: PROGRAM
 * done: 1 0 1
 * none: *.err
 */
#include <klee/klee.h>

int main(void) {
  klee_assert(klee_get_value_u32(7u) == 7u);
  klee_assert(klee_get_value_i64(-7) == -7);
  klee_assert(klee_get_value_u64(7u) == 7u);
  klee_assert(klee_get_valuel(8) == 8);
  klee_assert(klee_get_valuell(9) == 9);
  klee_assert(klee_get_valuef(1.5f) == 1.5f);
  klee_assert(klee_get_valued(2.5) == 2.5);
  return 0;
}

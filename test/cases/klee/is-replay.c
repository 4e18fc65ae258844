/*
 * A program that is explored is not replayed.
 * klee: PROGRAM
 * done: 1 0 1
 * none: *.err
 */
#include <klee/klee.h>

int main(void) {
  klee_assert(!klee_is_replay());
  return 0;
}

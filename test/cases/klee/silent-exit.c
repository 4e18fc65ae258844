/*
 * A path that nobody hears of.
 * klee: PROGRAM
 * done: 1 1 1
 * none: *.err
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") == 3) klee_silent_exit(0);
  return 0;
}

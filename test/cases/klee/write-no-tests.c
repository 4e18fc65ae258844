/*
 * Explored, but nothing written.
 * klee: --write-no-tests PROGRAM
 * done: 2 0 0
 * none: *.ktest
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") > 10) return 1;
  return 0;
}

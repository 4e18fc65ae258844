/*
 * A number below a bound.
 * klee: PROGRAM
 * done: 2 0 2
 * object: klee_choose 8
 */
#include <klee/klee.h>

int main(void) {
  if (klee_choose(2) == 1) return 1;
  return 0;
}

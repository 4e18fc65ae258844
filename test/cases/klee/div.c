/*
 * A division by zero.
 * klee: PROGRAM
 * done: 1 1 2
 * line: *.div.err Error: divide by zero
 * klee: --check-div-zero=false PROGRAM
 * done: 1 0 1
 * none: *.err
 */
#include <klee/klee.h>

int main(void) {
  unsigned x = klee_int("x");
  return 100 / x == 3 ? 0 : 0;
}

/*
 * A shift that is too wide.
 * klee: PROGRAM
 * done: 1 1 2
 * line: *.overshift.err Error: overshift error
 * klee: --check-overshift=false PROGRAM
 * done: 1 0 1
 * none: *.err
 */
#include <klee/klee.h>

int main(void) {
  unsigned x = klee_int("x");
  volatile unsigned y = 1u << x;
  return (int)(y & 0);
}

/*
 * A function that nobody defines.
 * klee: PROGRAM
 * done: 1 1 2
 * stderr: KLEE: WARNING: undefined reference to function: outside
 * stderr: KLEE: ERROR: external.c:LINE(call): failed external call: outside
 * line: *.external.err Error: failed external call: outside
 * klee: --external-calls=over-approx PROGRAM
 * done: 3 0 3
 * none: *.err
 */
#include <klee/klee.h>

int outside(int);
int main(void) {
  if (klee_int("x") != 7) return 0;
  if (outside(1) > 0) return 1; /* call */
  return 0;
}

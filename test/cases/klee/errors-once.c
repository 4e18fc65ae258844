/*
 * An error is shown once, at one place; or on every path.
 * klee: PROGRAM
 * done: 0 3 1
 * count: 1 KLEE: NOTE: now ignoring this error at this location
 * klee: --emit-all-errors PROGRAM
 * done: 0 3 3
 * count: 0 KLEE: NOTE: now ignoring this error at this location
 */
#include <klee/klee.h>
#include <stdlib.h>

static void fail(void) { abort(); }
int main(void) {
  volatile int way = 0;
  int x = klee_int("x");
  if (x > 0) way = 1;
  else if (x < -5) way = 2;
  fail();
  return way;
}

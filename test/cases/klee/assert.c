/*
 * A failed assertion of the C library.
 * klee: PROGRAM
 * done: 1 1 2
 * stderr: KLEE: ERROR: assert.c:LINE(here): ASSERTION FAIL: x < 100
 * line: *.assert.err Error: ASSERTION FAIL: x < 100
 */
#include <klee/klee.h>
#include <assert.h>
int main(void) {
  int x = klee_int("x");
  assert(x < 100); /* here */
  return 0;
}

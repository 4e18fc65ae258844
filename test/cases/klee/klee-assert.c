/*
 * An assertion that is also checked with NDEBUG.
 * klee: PROGRAM
 * done: 1 1 2
 * line: *.assert.err Error: ASSERTION FAIL: x != 3
 */
#define NDEBUG
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x");
  klee_assert(x != 3);
  return 0;
}

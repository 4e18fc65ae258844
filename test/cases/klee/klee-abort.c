/*
 * klee_abort ends a path with an error.
 * klee: PROGRAM
 * done: 1 1 2
 * line: *.abort.err Error: abort failure
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") == 3) klee_abort();
  return 0;
}

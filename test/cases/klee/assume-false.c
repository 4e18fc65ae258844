/*
 * An assumption that cannot hold is an error.
 * klee: PROGRAM
 * done: 1 1 2
 * stderr: KLEE: ERROR: assume-false.c:LINE(never): invalid klee_assume call (provably false)
 * line: *.user.err Error: invalid klee_assume call (provably false)
 */
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 1) klee_assume(x == 2); /* never */
  return 0;
}

/*
 * A null pointer.
 * klee: PROGRAM
 * done: 1 1 2
 * stderr: KLEE: ERROR: null.c:LINE(here): memory error: null page access
 * stderr: KLEE: NOTE: now ignoring this error at this location
 * line: *.ptr.err Error: memory error: null page access
 * line: *.ptr.err File: @/null.c
 * line: *.ptr.err Line: LINE(here)
 * line: *.ptr.err Stack:
 * line: *.ptr.err Info:
 * has: *.kquery
 */
#include <klee/klee.h>

static int follow(const int *p) {
  return *p; /* here */
}
int main(void) {
  int one = 1;
  return follow(klee_int("x") ? &one : 0);
}

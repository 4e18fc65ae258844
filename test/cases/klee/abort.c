/*
 * abort().
 * klee: PROGRAM
 * done: 1 1 2
 * line: *.abort.err Error: abort failure
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  if (klee_int("x") == 7) abort();
  return 0;
}

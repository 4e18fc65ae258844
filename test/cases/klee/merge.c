/*
 * Hints for merging change nothing that is found.
 * klee: --use-merge PROGRAM
 * done: 2 0 2
 * none: *.err
 */
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x"), y;
  klee_open_merge();
  if (x > 0) y = 1;
  else y = 2;
  klee_close_merge();
  klee_set_forking(1);
  klee_mark_global(&y);
  return y;
}

/*
 * A folder of the user's choice, which is not overwritten.
 * klee: --output-dir=@/mine PROGRAM
 * folder: mine
 * done: 2 0 2
 * has: info
 * klee: --output-dir=@/mine PROGRAM
 * status: 1
 * stderr: KLEE: ERROR:
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") > 10) return 1;
  return 0;
}

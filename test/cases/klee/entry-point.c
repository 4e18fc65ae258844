/*
 * Another function to begin with.
 * klee: --entry-point=begin PROGRAM
 * done: 2 0 2
 * object: y 4
 * klee: --entry-point=nowhere PROGRAM
 * status: 1
 * stderr: KLEE: ERROR: the program has no function nowhere to begin with
 */
#include <klee/klee.h>

static int begin(void) {
  if (klee_int("y") > 10) return 1;
  return 0;
}
int main(void) { return 0; }

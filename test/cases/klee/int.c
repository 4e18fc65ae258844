/*
 * An int by name.
 * klee: PROGRAM
 * done: 2 0 2
 * object: n 4
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("n") < 0) return 1;
  return 0;
}

/*
 * A part of an object will do.
 * klee: PROGRAM
 * done: 2 0 2
 * object: high 2
 */
#include <klee/klee.h>

int main(void) {
  unsigned short pair[2] = {1, 2};
  klee_make_symbolic(&pair[1], sizeof pair[1], "high");
  if (pair[0] == pair[1]) return 1;
  return 0;
}

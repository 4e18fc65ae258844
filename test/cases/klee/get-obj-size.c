/*
 * The size of the object a pointer leads into.
 * klee: PROGRAM
 * done: 1 0 1
 * none: *.err
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(24);
  long local[5];
  klee_assert(klee_get_obj_size(block + 3) == 24);
  klee_assert(klee_get_obj_size(local) == sizeof local);
  return 0;
}

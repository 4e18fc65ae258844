/*
 * Memory at a given address.
 * klee: PROGRAM
 * done: 1 0 1
 * none: *.err
 */
#include <klee/klee.h>

int main(void) {
  volatile int *device = (volatile int *)0x7000000;
  klee_define_fixed_object((void *)device, 2 * sizeof *device);
  device[1] = 42;
  klee_assert(device[1] == 42);
  return 0;
}

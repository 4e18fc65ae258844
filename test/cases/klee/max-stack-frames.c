/*
 * Too many nested calls.
 * klee: --max-stack-frames=50 PROGRAM
 * done: 0 1 1
 * line: *.early Maximum stack size reached.
 */
#include <klee/klee.h>

static int deeper(volatile int *n) {
  ++*n;
  return deeper(n) + *n;
}
int main(void) {
  volatile int n = 0;
  return deeper(&n);
}

/*
 * Whether memory may be accessed, without accessing it.
 * klee: PROGRAM
 * done: 1 1 2
 * line: *.ptr.err Error: memory error: out of bound pointer
 */
#include <klee/klee.h>

int main(void) {
  char block[8];
  int n = klee_range(1, 10, "n");
  klee_check_memory_access(block, 8);
  if (n == 9) klee_check_memory_access(block, n);
  return 0;
}

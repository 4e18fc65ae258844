/*
 * A pointer into the middle of a block.
 * klee: PROGRAM
 * done: 0 1 1
 * line: *.ptr.err Error: memory error: invalid pointer: free
 */
#include <klee/klee.h>
#include <stdlib.h>

static void release(char *p) { free(p + 1); }
int main(void) {
  release(malloc(4));
  return 0;
}

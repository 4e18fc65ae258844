/*
 * A local that is freed.
 * klee: PROGRAM
 * done: 0 1 1
 * line: *.free.err Error: free of alloca
 */
#include <klee/klee.h>
#include <stdlib.h>

static void release(void *p) { free(p); }
int main(void) {
  int local;
  release(&local);
  return 0;
}

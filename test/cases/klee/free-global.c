/*
 * A global that is freed.
 * klee: PROGRAM
 * done: 0 1 1
 * line: *.free.err Error: free of global
 */
#include <klee/klee.h>
#include <stdlib.h>

static int global;
static void release(void *p) { free(p); }
int main(void) {
  release(&global);
  return 0;
}

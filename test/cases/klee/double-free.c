/*
 * Memory that is freed twice.
 * klee: PROGRAM
 * done: 1 1 2
 * line: *.ptr.err Error: memory error: double free
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(4);
  if (klee_int("x")) free(block);
  free(block);
  return 0;
}

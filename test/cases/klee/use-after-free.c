/*
 * Memory that was freed.
 * klee: PROGRAM
 * done: 1 1 2
 * line: *.ptr.err Error: memory error: use after free
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(4);
  block[0] = 1;
  if (klee_int("x")) free(block);
  return block[0];
}

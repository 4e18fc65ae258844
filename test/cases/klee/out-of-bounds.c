/*
 * An index behind an array.
 * klee: PROGRAM
 * done: 4 1 5
 * line: *.ptr.err Error: memory error: out of bound pointer
 * values: i 0 1 2 3 4
 */
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int i = klee_range(0, 5, "i");
  char *block = malloc(4);
  switch (i) {
    case 0: case 1: case 2: case 3: break;
  }
  if (i == 0) return block[0] = 1;
  if (i == 1) return block[1] = 1;
  if (i == 2) return block[2] = 1;
  block[i] = 1;
  free(block);
  return 0;
}

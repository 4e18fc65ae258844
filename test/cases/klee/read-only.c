/*
 * A write to what may not be written.
 * klee: PROGRAM
 * done: 1 1 2
 * line: *.read_only.err Error: memory error: object read only
 */
#include <klee/klee.h>

static const int table[2] = {1, 2};
int main(void) {
  if (klee_int("x") == 2) *(int *)&table[1] = 3;
  return table[0];
}

/*
 * A path that is stopped gets a test and the reason.
 * klee: --max-depth=2 PROGRAM
 * has: *.early
 * line: *.early max-depth exceeded.
 */
#include <klee/klee.h>

int main(void) {
  unsigned x = klee_int("x"), bits = 0;
  for (int i = 0; i < 6; i++) if (x >> i & 1) bits++;
  return (int)bits;
}

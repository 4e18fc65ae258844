/*
 * Stop after some tests.
 * klee: --max-tests=3 --dump-states-on-halt=false PROGRAM
 * tests: 3
 * stderr: KLEE: halting execution, dumping remaining states
 */
#include <klee/klee.h>

int main(void) {
  unsigned x = klee_int("x"), bits = 0;
  for (int i = 0; i < 6; i++) if (x >> i & 1) bits++;
  return (int)bits;
}

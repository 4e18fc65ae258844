/*
 * Both sides of two decisions, one side of the others.
 * klee: --max-forks=2 PROGRAM
 * done: 3 0 3
 */
#include <klee/klee.h>

int main(void) {
  unsigned x = klee_int("x"), bits = 0;
  for (int i = 0; i < 6; i++) if (x >> i & 1) bits++;
  return (int)bits;
}

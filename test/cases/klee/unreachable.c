/*
 * Code that must not be reached.
 * klee: PROGRAM
 * done: 1 1 2
 * line: *.exec.err Error: reached "unreachable" instruction
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") == 7) __builtin_unreachable();
  return 0;
}

/*
 * A test of an error shows it again; what is kept symbolic has a condition.
 * klee: PROGRAM
 * done: 1 1 2
 * klee: --replay-ktest-dir=@/klee-out-0 --replay-keep-symbolic --write-smt2s PROGRAM
 * done: 1 1 2
 * line: *.assert.err Error: ASSERTION FAIL: x != 9
 * line: *.smt2 (check-sat)
 * has: *.smt2
 */
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x");
  klee_assert(x != 9);
  return 0;
}

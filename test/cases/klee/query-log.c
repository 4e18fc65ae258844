/*
 * What the solver was asked, and tests for other tools.
 * klee: --use-query-log=solver:smt2 --write-xml-tests --write-test-info PROGRAM
 * done: 2 0 2
 * line: solver-queries.smt2 (check-sat)
 * has: metadata.xml
 * has: test000001.xml
 * has: test000001.info
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") * 3 == 33) return 1;
  return 0;
}

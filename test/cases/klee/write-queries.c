/*
 * The condition of each path in two languages.
 * klee: --write-kqueries --write-smt2s PROGRAM
 * done: 2 0 2
 * line: *.kquery array x[4] : w32 -> w8 = symbolic
 * line: *.kquery (query [(Slt (w32 10) (ReadLSB w32 (w32 0) x))]
 * line: *.smt2 (assert (bvslt #x0000000a x))
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") > 10) return 1;
  return 0;
}

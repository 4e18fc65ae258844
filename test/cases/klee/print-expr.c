/*
 * Expressions in KLEE's language, numbers as they are.
 * klee: PROGRAM
 * done: 1 0 1
 * stderr: sum:(Add w32 (ReadLSB w32 (w32 0) x) (w32 1))
 * stderr: five:5
 */
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_print_expr("sum", x + 1);
  klee_print_expr("five", 5);
  return 0;
}

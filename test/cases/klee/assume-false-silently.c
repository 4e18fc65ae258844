/*
 * The same, silently.
 * klee: --silent-klee-assume PROGRAM
 * done: 1 1 1
 * none: *.err
 */
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 1) klee_assume(x == 2);
  return 0;
}

/*
 * Calls that are led to another function.
 * klee: PROGRAM
 * done: 1 0 1
 * none: *.err
 */
#include <klee/klee.h>

int original(void) { return 1; }
int replacement(void) { return 2; }
int main(void) {
  klee_assert(original() == 1);
  klee_alias_function("original", "replacement");
  klee_assert(original() == 2);
  return 0;
}

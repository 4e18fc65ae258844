/*
 * Or only the first.
 * klee: PROGRAM
 * done: 1 0 1
 * count: 1 KLEE: WARNING ONCE: warn: careful
 * klee: --warnings-only-to-file PROGRAM
 * count: 0 KLEE: WARNING ONCE: warn: careful
 * line: warnings.txt KLEE: WARNING ONCE: warn: careful
 */
#include <klee/klee.h>

static void warn(void) { klee_warning_once("careful"); }
int main(void) {
  warn();
  warn();
  return 0;
}

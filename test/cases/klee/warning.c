/*
 * Each warning is told.
 * klee: PROGRAM
 * done: 1 0 1
 * stderr: KLEE: WARNING: warn: careful
 * count: 2 KLEE: WARNING: warn: careful
 * line: warnings.txt KLEE: WARNING: warn: careful
 */
#include <klee/klee.h>

static void warn(void) { klee_warning("careful"); }
int main(void) {
  warn();
  warn();
  return 0;
}

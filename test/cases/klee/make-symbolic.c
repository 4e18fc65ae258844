/*
 * An object of four bytes, two paths.
 * klee: PROGRAM
 * done: 2 0 2
 * object: x 4
 * has: info
 * has: run.stats
 * has: assembly.ll
 * line: messages.txt KLEE: output directory is "@/klee-out-0"
 */
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 3) return 1;
  return 0;
}

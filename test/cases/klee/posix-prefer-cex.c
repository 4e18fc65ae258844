/*
 * The same under the name that the POSIX model uses.
 * klee: --readable-posix-inputs PROGRAM
 * done: 1 0 1
 * values: c 113
 */
#include <klee/klee.h>

int main(void) {
  char c;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_posix_prefer_cex(&c, c == 'q');
  return 0;
}

/*
 * Tests only of paths that reach something new.
 * klee: --only-output-states-covering-new --search=dfs PROGRAM
 * done: 8 0 1
 */
#include <klee/klee.h>

static int count(int x) {
  int n = 0;
  for (int i = 0; i < 3; i++)
    if (x >> i & 1) n++;
  return n;
}
int main(void) { return count(klee_int("x")); }

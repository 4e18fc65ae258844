/*
 * The branches that a path took, and the decisions.
 * klee: --write-paths --write-sym-paths --search=dfs PROGRAM
 * done: 2 0 2
 * text: test000001.path 1|1|1|0|
 * text: test000001.sym.path 1|
 * text: test000002.sym.path 0|
 */
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x"), n = 0;
  if (x > 10) n = 5;
  for (int i = 0; i < 2; i++) n++;
  return n;
}

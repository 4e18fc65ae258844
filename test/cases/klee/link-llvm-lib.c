/*
 * Another module is linked.
 * write: @/more.c int helper(int x) { if (x > 3) return 1; return 0; }
 * klee: --link-llvm-lib=@/more.c PROGRAM
 * done: 2 0 2
 * none: *.err
 */
#include <klee/klee.h>

int helper(int);
int main(void) { return helper(klee_int("x")); }

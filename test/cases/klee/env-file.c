/*
 * Variables of the environment from a file.
 * write: @/variables GREETING=hello
 * klee: --env-file=@/variables PROGRAM
 * done: 1 0 1
 * none: *.err
 */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *greeting = getenv("GREETING");
  klee_assert(greeting && !strcmp(greeting, "hello"));
  return 0;
}

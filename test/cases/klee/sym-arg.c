/*
 * One argument of at most two bytes.
 * klee: --posix-runtime PROGRAM --sym-arg 2
 * done: 3 0 3
 * object: arg00 3
 * object: model_version 4
 */
#include <klee/klee.h>

int main(int argc, char **argv) {
  klee_assert(argc == 2);
  if (argv[1][0] != '-') return 1;
  if (argv[1][1] == 'v') return 2;
  return 3;
}

/*
 * None to two arguments between given ones.
 * klee: --libc=uclibc --posix-runtime PROGRAM first --sym-args 0 2 1 last
 * done: 3 0 3
 * values: n_args 0 1 2
 */
#include <klee/klee.h>
#include <string.h>
int main(int argc, char **argv) {
  klee_assert(!strcmp(argv[1], "first"));
  klee_assert(!strcmp(argv[argc - 1], "last"));
  return argc;
}

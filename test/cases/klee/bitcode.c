/*
 * Bitcode that another compiler run made.
 * compile: bc
 * klee: --libc=uclibc --posix-runtime PROGRAM --sym-arg 1
 * done: 2 0 2
 * object: arg00 2
 */
#include <klee/klee.h>

int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == 'k') return 1;
  return 0;
}

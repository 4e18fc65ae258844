/*
 * Standard input of a fixed length.
 * klee: --posix-runtime PROGRAM --sym-stdin 4
 * done: 2 0 2
 * object: stdin 4
 * object: stdin_stat 144
 */
#include <klee/klee.h>
#include <unistd.h>
int main(void) {
  char text[8];
  long n = read(0, text, sizeof text);
  klee_assert(n == 4);
  if (text[0] == 'x') return 1;
  return 0;
}

/*
 * Files named A and B.
 * klee: --posix-runtime PROGRAM --sym-files 2 3
 * done: 2 0 2
 * object: A_data 3
 * object: A_data_stat 144
 * object: B_data 3
 */
#include <klee/klee.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  char text[3];
  int file = open("B", O_RDONLY);
  klee_assert(file >= 0 && read(file, text, 3) == 3);
  if (text[2] == '!') return 1;
  return 0;
}

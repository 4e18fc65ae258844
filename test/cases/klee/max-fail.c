/*
 * A call may fail although nothing is wrong.
 * klee: --posix-runtime PROGRAM --sym-files 1 2 --fd-fail
 * done: 3 0 3
 * object: read_fail 4
 */
#include <klee/klee.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  return open("A", O_RDONLY) >= 0;
}

/*
 * Accepted; the objects are there for those who replay.
 * klee: --posix-runtime PROGRAM --sym-stdout
 * done: 1 0 1
 * object: stdout 1024
 * object: stdout_stat 144
 * stdout: hello
 */
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  puts("hello");
  return 0;
}

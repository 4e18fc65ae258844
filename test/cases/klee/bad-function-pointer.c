/*
 * A call of something that is no function.
 * klee: PROGRAM
 * done: 0 1 1
 * line: *.exec.err Error: invalid function pointer
 */
#include <klee/klee.h>

int main(void) {
  static int data;
  void (*call)(void) = (void (*)(void))&data;
  call();
  return 0;
}

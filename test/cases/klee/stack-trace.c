/*
 * The active functions.
 * klee: PROGRAM
 * done: 1 0 1
 * stdout: #000000000 in deep() at stack-trace.c:LINE(trace)
 * stdout: #100000000 in main() at stack-trace.c:LINE(call)
 */
#include <klee/klee.h>

static void deep(void) {
  klee_stack_trace(); /* trace */
}
int main(void) {
  deep(); /* call */
  return 0;
}

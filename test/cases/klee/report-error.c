/*
 * An error of the program's own kind.
 * klee: PROGRAM
 * done: 1 1 2
 * line: *.mine.err Error: that is wrong
 * stderr: KLEE: ERROR: here.c:12: that is wrong
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") == 3) klee_report_error("here.c", 12, "that is wrong", "mine.err");
  return 0;
}

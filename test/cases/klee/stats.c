/*
 * The figures of a run, and a test to read.
 * klee: PROGRAM
 * done: 2 0 2
 * tool: klee-stats @/klee-last
 * stdout: |Instrs|Time(s)|ICov(%)|BCov(%)|ICount|TSolver(%)|
 * stdout: | 100.00| 100.00|
 * tool: ktest-tool @/klee-last/test000001.ktest
 * stdout: num objects: 1
 * stdout: object 0: name: 'x'
 * stdout: object 0: size: 4
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") > 10) return 1;
  return 0;
}

/*
 * A test made by hand is a seed and can be replayed.
 * write: @/input ab
 * tool: gen-bout --bout-file=@/made.bout --sym-stdin @/input -x
 * tool: ktest-tool @/made.bout
 * stdout: object 0: name: 'arg00'
 * stdout: object 0: data: b'-x\x00'
 * klee: --replay-ktest-file=@/made.bout PROGRAM
 * done: 1 0 1
 * stdout: -x a
 */
#include <klee/klee.h>
#include <stdio.h>
int main(int argc, char **argv) {
  printf("%s %c\n", argv[1], getchar());
  return argc;
}

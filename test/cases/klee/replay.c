/*
 * A test is run again, as its own command line has it.
 * klee: --posix-runtime --search=dfs PROGRAM --sym-args 0 1 2
 * done: 3 0 3
 * klee: --replay-ktest-file=@/klee-out-0/test000003.ktest PROGRAM
 * done: 1 0 1
 * stderr: (1/1)
 * same: klee-out-0/test000003.ktest klee-out-1/test000001.ktest
 * klee: --replay-ktest-dir=@/klee-out-0 PROGRAM
 * done: 3 0 3
 */
#include <klee/klee.h>

int main(int argc, char **argv) {
  if (argc < 2) return 0;
  if (argv[1][0] == 'a') return 1;
  return 2;
}

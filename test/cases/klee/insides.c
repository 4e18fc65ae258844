/*
 * Options of KLEE's insides change nothing; what is not offered is refused by name.
 * klee: --solver-backend=z3 --use-cex-cache=false -max-sym-array-size 4096 --optimize --kdalloc PROGRAM
 * done: 2 0 2
 * klee: --uncovered-update-after-instructions=1000 --array-value-ratio=1.0 --randomize-fork --pc-all-widths --pc-width 80 --color PROGRAM
 * done: 2 0 2
 * klee: --exit-on-error-type=InvalidLoad PROGRAM
 * done: 2 0 2
 * klee: --replay-path=x PROGRAM
 * status: 1
 * stderr: KLEE: ERROR: --replay-path is an option of KLEE that pathfold does not have
 * klee: --serach=dfs PROGRAM
 * status: 1
 * stderr: did you mean --search?
 */
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") > 10) return 1;
  return 0;
}

/* Leaves nested calls by longjmp; jumps where nothing waits are faults. */
#include <setjmp.h>
#include <stdio.h>
#include "pathfold.h"

static jmp_buf here, gone;
static int depth;

static void inner(int n) {
  char local[4] = {(char)n};
  depth++;
  if (n == 0) longjmp(here, depth - 1 + local[0]);
  inner(n - 1);
}

static void leaves(void) { setjmp(gone); }

int main(void) {
  int n = pathfold_range("n", 0, 4), kept = 1;
  int result = setjmp(here);
  if (depth == 0) {
    kept = 2;
    inner(n);
  }
  printf("%d %d", result, kept);
  if (result == 3) {
    leaves();
    longjmp(gone, 1);
  }
  if (result == 4) longjmp(gone, 1);
  return 0;
}

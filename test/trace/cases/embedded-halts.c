/* Ends of the program in the middle of everything: checks that may fail, exits and aborts inside calls and loops. */
#include <pathfold.h>
#include <assert.h>
#include <stdlib.h>

static int limit = 3;

static int checked(int x) {
  if (x > 100) exit(2);
  for (int i = 0; i < 2; i++) {
    if (x == 40 + i) abort();
  }
  return x > 7 ? 1 : 0;
}

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), z = pathfold_int("z");
  int a[4] = { 1, 2, 3, 4 };
  int divisor = 2;
  if (y > 5) divisor = y - 9;
  int quotient = 12 / divisor;
  int big = checked(x);
  int *p = &a[1];
  if (z == 4) p = 0;
  *p = 7;
  if (z == 5) limit = 1;
  assert(limit > 1);
  return quotient + big + a[1];
}

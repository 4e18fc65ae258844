/* Newton's iteration for a square root, four steps from 1: the error stays small. */
#include <assert.h>
#include <pathfold.h>

int main(void) {
  double x = pathfold_double("x");
  pathfold_assume(x >= 1 && x <= 4);
  double r = (1 + x) / 2;
  for (int i = 0; i < 4; i++) r = (r + x / r) / 2;
  assert(r >= 0.1 && r <= 8);
  return 0;
}

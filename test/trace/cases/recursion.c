/* A recursive function whose depth and result hang on inputs; a global is left behind by the deepest call. */
#include <pathfold.h>

static int deepest;

static int down(int depth, int x) {
  deepest = depth;
  if (depth >= 3 || x < 0) return depth;
  int below = down(depth + 1, x - 2);
  return x > 3 ? below + 1 : below;
}

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  pathfold_assume(x < 6 && x > -3);
  int result = down(0, x);
  if (y == 1) result++;
  return result * 8 + deepest;
}

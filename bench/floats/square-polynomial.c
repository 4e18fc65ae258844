/* A polynomial for the square root of 1 + x. */
#include <assert.h>
#include <pathfold.h>

int main(void) {
  float x = pathfold_float("x");
  pathfold_assume(x >= 0 && x < 1);
  float value = 1 + 0.5f * x - 0.125f * x * x + 0.0625f * x * x * x - 0.0390625f * x * x * x * x;
  assert(value >= 0 && value < 2.5f);
  return 0;
}

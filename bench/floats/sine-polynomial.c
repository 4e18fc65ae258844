/* The sine polynomial does not leave the interval of its value by much. */
#include <assert.h>
#include <pathfold.h>

int main(void) {
  float x = pathfold_float("x");
  pathfold_assume(x >= -1.57079632679f && x <= 1.57079632679f);
  float value = x - x * x * x / 6 + x * x * x * x * x / 120 + x * x * x * x * x * x * x / 5040;
  assert(value <= 3 && value >= -3);
  return 0;
}

/* One and two steps of Newton's iteration for a root of the sine, by its polynomial of degree 7. */
#include <assert.h>
#include <pathfold.h>

static float sine(float x) { return x - x * x * x / 6 + x * x * x * x * x / 120 - x * x * x * x * x * x * x / 5040; }
static float slope(float x) { return 1 - x * x / 2 + x * x * x * x / 24 - x * x * x * x * x * x / 720; }

int main(void) {
  float x = pathfold_float("x");
  pathfold_assume(x > -0.4f && x < 0.4f);
  float next = x - sine(x) / slope(x);
  next = next - sine(next) / slope(next);
  assert(next < 2.5f && next > -2.5f);
  return 0;
}

/* A polynomial by Horner's rule, in a loop over its coefficients. */
#include <assert.h>
#include <pathfold.h>

static const double coefficients[] = {0.5, -0.25, 0.125, -1.0, 0.75, 1.0};

int main(void) {
  double x = pathfold_double("x"), sum = 0;
  pathfold_assume(x >= -1 && x <= 1);
  for (int i = 0; i < 6; i++) sum = sum * x + coefficients[i];
  assert(sum <= 4 && sum >= -4);
  return 0;
}

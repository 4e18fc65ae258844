/* A price in cents with a discount in percent, rounded by adding a half. */
#include <assert.h>
#include <pathfold.h>

int main(void) {
  int cents = pathfold_range("cents", 0, 1000000), percent = pathfold_range("percent", 0, 100);
  double factor = (100 - percent) / 100.0;
  double discounted = cents * factor;
  int rounded = (int)(discounted + 0.5);
  assert(rounded >= 0 && rounded <= cents + 1);
  if (percent == 0) assert(rounded == cents);
  return 0;
}

/* Linear interpolation in a table of a sensor, from an integer to a scaled integer. */
#include <assert.h>
#include <pathfold.h>

static const int raw[] = {0, 100, 300, 700, 1023};
static const double value[] = {-40, -10, 25, 80, 150};

int main(void) {
  int reading = pathfold_range("reading", 0, 1023);
  for (int i = 0; i < 4; i++) {
    if (reading > raw[i + 1]) continue;
    double part = (double)(reading - raw[i]) / (raw[i + 1] - raw[i]);
    double result = value[i] + part * (value[i + 1] - value[i]);
    assert(result >= -40 && result <= 150);
    return result > 100 ? 2 : result > 0 ? 1 : 0;
  }
  return 3;
}

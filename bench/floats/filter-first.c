/* A filter of first order over eight bounded samples: its state stays bounded. */
#include <assert.h>
#include <pathfold.h>

int main(void) {
  double state = 0;
  for (int i = 0; i < 8; i++) {
    double sample = pathfold_double("sample");
    pathfold_assume(sample >= 1 && sample <= 5);
    state = 0.5 * state + sample;
    assert(state >= 0 && state <= 10.5);
  }
  return 0;
}

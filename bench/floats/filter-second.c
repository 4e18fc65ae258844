/* A filter of second order over four samples. */
#include <assert.h>
#include <pathfold.h>

int main(void) {
  double e0, e1 = 0, s0 = 0, s1 = 0, s = 0;
  for (int i = 0; i < 4; i++) {
    e0 = e1;
    e1 = pathfold_double("e");
    pathfold_assume(e1 >= 0 && e1 <= 1);
    s1 = s0;
    s0 = s;
    s = 0.7 * e1 - e0 * 0.7 + s0 * 0.5 - s1 * 0.25;
    assert(s >= -4 && s <= 4);
  }
  return 0;
}

#include <pathfold.h>

int main(void) {
  float f = pathfold_float("f");
  double d = pathfold_double("d");
  if (f != f) return 1;
  if (f * 2.0f == 3.0f) return 2;
  if (d > 0.1 && d < 0.2 && (float)d == 0.15f) return 3;
  if ((int)(d >= 0 && d < 10 ? d : 0) == 7) return 4;
  return 0;
}

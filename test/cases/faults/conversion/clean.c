#include <pathfold.h>

int main(void) {
  double d = pathfold_double("d");
  if (!(d > -129.0 && d < 128.0)) return 2;
  signed char c = (signed char)d;
  return c > 5;
}

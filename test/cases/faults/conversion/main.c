#include <pathfold.h>

int main(void) {
  double d = pathfold_double("d");
  signed char c = (signed char)d;
  return c > 5;
}

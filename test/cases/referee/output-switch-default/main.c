#include <pathfold.h>

int main(void) {
  int x = pathfold_int("x");
  int y = pathfold_int("y");
  int c = 1;
  switch (x) {
  case 0:
    c = 100 / (y & 7);
    break;
  case 1:
    c = y;
    break;
  default:
    break;
  }
  return c;
}

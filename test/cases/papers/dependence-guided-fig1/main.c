#include <pathfold.h>

int a, b;

void test(int x, int y) {
  if (x > 0)
    a = x;
  else
    a = -x;
  if (y > 0)
    b = y;
  else
    b = -y;
}

int main(void) {
  int x = pathfold_int("x");
  int y = pathfold_int("y");
  test(x, y);
  return 0;
}

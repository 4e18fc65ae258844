#include <pathfold.h>

static int average(int a, int b) {
  return a + (b - a) / 2;
}

int main(void) {
  int a = pathfold_int("a"), b = pathfold_int("b");
  pathfold_assume(a >= 0 && b >= a);
  return average(a, b) == 3;
}

#include <pathfold.h>

static int steps(int from, int by) {
  int turned = 0;
  while (from != 6) {
    from = (from + by) & 7;
    turned = 1;
  }
  return turned;
}

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  int by = 2;
  if (x == 3) by = 4;
  int turned = steps(0, by);
  if (y == 5)
    for (;;) {
    }
  return turned;
}

#include <pathfold.h>
#include <stdio.h>

static int steps(int from, int by) {
  int turns = 0;
  while (from != 6) {
    printf("%d ", from);
    from = (from + by) & 7;
    turns |= 1;
  }
  return turns;
}

int main(void) {
  int x = pathfold_range("x", 0, 3), y = pathfold_int("y");
  int turns = steps(0, x);
  if (y == 5)
    for (;;) {
    }
  return turns;
}

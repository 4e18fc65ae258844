#include <pathfold.h>
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), i;
  if (x == 0)
    i = 1;
  else
    i = x & 7;
  if (y == 4)
    y = 10 / (i - 4);
  return 0;
}

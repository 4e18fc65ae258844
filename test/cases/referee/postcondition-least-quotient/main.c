#include <pathfold.h>
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), d = 5;
  if (x > 3 && x < 9) d = 6;
  else if (x < -100) d = x;
  if (y == 4) return (d / -1) & 127;
  return 0;
}

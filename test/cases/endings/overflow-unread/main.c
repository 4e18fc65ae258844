#include <pathfold.h>

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  int sum = 0;
  if (x < 7) sum = y + 1;
  return 0;
}

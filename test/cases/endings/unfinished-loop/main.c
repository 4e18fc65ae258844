#include <pathfold.h>

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), result = 0;
  unsigned long long turns = 0;
  if (y > 3) result = 2;
  while (x == 99) turns++;
  return result;
}

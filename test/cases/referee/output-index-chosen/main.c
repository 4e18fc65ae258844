#include <pathfold.h>

int numbers[4] = {1, 2, 3, 4};

int main(void) {
  int x = pathfold_int("x");
  int i = 1;
  if (x > 0) i = 9;
  numbers[i] = 7;
  return 0;
}

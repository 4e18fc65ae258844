#include <assert.h>
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>

int numbers[4] = {1, 4, 0, 0};
unsigned char bytes[4] = {3, 3, 7, 3};

int main(void) {
  int x = pathfold_int("x");
  int y = pathfold_int("y");
  bytes[(x & 7) - 1] = 0;
  numbers[y & 7] = 0;
  exit(0 & 127);
  return 0;
}

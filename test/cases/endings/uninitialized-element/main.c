#include <pathfold.h>

int main(void) {
  int x = pathfold_int("x");
  int pair[2];
  if (x < 7) pair[1] = 2;
  return pair[1];
}

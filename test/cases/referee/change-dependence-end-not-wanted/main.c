#include <pathfold.h>
#include <stdlib.h>

static int g;

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  if (x == 2) g = 1;
  if (y == 5) abort();
  pathfold_assume(y == 7 && x == 2);
  return 0;
}

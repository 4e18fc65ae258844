#include <pathfold.h>
#include <stdlib.h>

int main(void) {
  int x = pathfold_int("x");
  if (x > 5) atexit(abort);
  return 0;
}

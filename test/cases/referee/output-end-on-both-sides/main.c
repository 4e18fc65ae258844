#include <assert.h>
#include <pathfold.h>
#include <stdlib.h>

int main(void) {
  int x = pathfold_int("x");
  int y = pathfold_int("y");
  int d = pathfold_int("d");
  if (!(y & 4)) {
    if (y & 1) {
      if (d != 4) abort();
    }
    if (x < -1) return 0;
  }
  assert(x == x + 1);
  return 1;
}

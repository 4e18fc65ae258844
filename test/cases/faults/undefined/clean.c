#include <pathfold.h>

int main(void) {
  int x = pathfold_int("x");
  if (x == 0) return 2;
  return __builtin_ctz((unsigned)x) == 3;
}

#include <pathfold.h>

int main(void) {
  int x = pathfold_int("x");
  return __builtin_ctz((unsigned)x) == 3;
}

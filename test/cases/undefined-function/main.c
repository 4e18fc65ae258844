#include <pathfold.h>

int mystery(int x);

int main(void) {
  int x = pathfold_int("x");
  if (x > 100) return mystery(x);
  return 0;
}

#include <pathfold.h>

int main(void) {
  unsigned i = pathfold_int("i"), j = pathfold_int("j");
  int k = pathfold_int("k");
  int a[3];
  pathfold_assume(i < 3 && j < 3);
  if (k > 0) a[i] = 5;
  else a[0] = 6;
  int b = a[j];
  if (k != 7) return b;
  return 3;
}

#include <pathfold.h>

int main(void) {
  int n = pathfold_int("n");
  if (n > 3 || n < 0) return 0;
  char a[n + 1];
  a[0] = 1;
  return a[0];
}

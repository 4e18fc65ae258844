#include <pathfold.h>

int g = 0;
int h = 0;

int main(void) {
  int x = pathfold_int("x");
  int *p = &h;
  if (x > 0) p = &g;
  *p = 1;
  return g;
}

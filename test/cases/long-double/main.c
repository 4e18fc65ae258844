#include <pathfold.h>
#include <stdio.h>

int main(void) {
  short a = pathfold_short("a");
  float f = pathfold_float("f");
  long double x = a, y = f;
  if (x * 3 > 10.5L && x + 0.5L < 100) {
    if (y == x + 0.25L)
      puts("near");
    else if (y != y)
      puts("not a number");
    else
      puts("far");
  }
  if ((long long)(x - 1) == 41) puts("42");
  if ((double)(x * 0.5L) == 2.5) puts("5");
  return -x > 0;
}

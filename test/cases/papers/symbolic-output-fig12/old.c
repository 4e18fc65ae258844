#include <pathfold.h>
#include <stdio.h>

int foo(int x, int y, int z) {
  int out;
  int a;
  int b = 2;
  if (x - y > 0)
    a = x;
  else
    a = y;
  if (x + y > 10)
    b = a;
  if (z * z > 3)
    printf("square(z) > 3\n");
  else
    printf("square(z) <= 3\n");
  out = b;
  return out;
}

int main(void) {
  int x = pathfold_int("x");
  int y = pathfold_int("y");
  int z = pathfold_int("z");
  return foo(x, y, z);
}

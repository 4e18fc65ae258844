#include <pathfold.h>
#include <stdio.h>

int foo(int x, int y) {
  int out;
  int a[2] = {0, 1};
  if (x > 0)
    printf("x is greater than zero\n");
  if (a[x] > 0) {
    if (y > 0)
      out = 1;
    else
      out = -1;
  } else {
    out = 0;
  }
  return out;
}

int main(void) {
  int x = pathfold_int("x");
  int y = pathfold_int("y");
  return foo(x, y);
}

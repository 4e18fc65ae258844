#include <pathfold.h>
#include <stdio.h>

int main(void) {
  int x = pathfold_int("x");
  while (x == 99) putchar('b');
  return 0;
}

#include <pathfold.h>
#include <stdlib.h>

int g = 0;

int store(int m) {
  g = m;
  return 2;
}

int stop(int m) {
  abort();
  return m;
}

int main(void) {
  int y = pathfold_int("y");
  int (*callee)(int) = stop;
  if (y != 12) callee = store;
  return callee(y) + g;
}

#include <pathfold.h>

int foo(int i) {
  int a[2];
  int out = 0;
  a[0] = 0;
  a[1] = 1;
  if (a[i] > 0) {
    out = 2;
  }
  return out;
}

int main(void) {
  int i = pathfold_int("i");
  return foo(i);
}

#include <pathfold.h>

static int gcd(int a, int b) {
  while (b != 0) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int main(void) {
  int a = pathfold_range("a", 0, 7);
  int b = pathfold_range("b", 0, 7);
  return gcd(a, b);
}

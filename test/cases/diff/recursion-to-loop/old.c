#include <pathfold.h>

static int gcd(int a, int b) {
  if (b == 0) return a;
  return gcd(b, a % b);
}

int main(void) {
  int a = pathfold_range("a", 0, 7);
  int b = pathfold_range("b", 0, 7);
  return gcd(a, b);
}

#include <pathfold.h>

enum kind { NO_TRIANGLE, SCALENE, ISOSCELES, EQUILATERAL };

static int is_triangle(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return 0;
  return !(a + b <= c || b + c <= a || a + c <= b);
}

static int classify(int a, int b, int c) {
  if (!is_triangle(a, b, c)) return NO_TRIANGLE;
  if (a == b && b == c) return EQUILATERAL;
  if (a == b || b == c || a == c) return ISOSCELES;
  return SCALENE;
}

int main(void) {
  int a = pathfold_range("a", -1, 1000);
  int b = pathfold_range("b", -1, 1000);
  int c = pathfold_range("c", -1, 1000);
  return classify(a, b, c);
}

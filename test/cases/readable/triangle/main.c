enum triangle { NOT_A_TRIANGLE, EQUILATERAL, ISOSCELES, SCALENE };
enum triangle classify(unsigned char a, unsigned char b, unsigned char c) {
  if (a + b <= c || a + c <= b || b + c <= a) return NOT_A_TRIANGLE;
  if (a == b && b == c) return EQUILATERAL;
  if (a == b || b == c || a == c) return ISOSCELES;
  return SCALENE;
}

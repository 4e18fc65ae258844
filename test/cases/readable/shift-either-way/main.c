short shift_left(short a, int n) {
  if (n >= 16) return 0;
  if (n <= -16) return -(a < 0);
  if (n < 0) return a >> -n;
  return a << n;
}

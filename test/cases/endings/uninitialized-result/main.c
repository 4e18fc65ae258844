int sign(int x) {
  int result;
  if (x > 0) result = 1;
  if (x < 0) result = -1;
  return result;
}

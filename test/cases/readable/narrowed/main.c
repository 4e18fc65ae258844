short narrow(int x, int y) {
  if ((char)x == 3) return y;
  if ((short)(x + y) > 7) return 1;
  return x + y;
}

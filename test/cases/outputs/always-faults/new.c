int *g;
int f(int x) {
  int y = x + 2;
  return *g + y;
}

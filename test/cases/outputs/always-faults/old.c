int *g;
int f(int x) {
  int y = x + 1;
  return *g + y;
}

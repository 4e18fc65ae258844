static int last;

static int keep(int x) {
  last = x;
  if (x > 3) return 1;
}

int call(int x) {
  keep(x);
  return last;
}

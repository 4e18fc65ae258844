const char *f(int x) { return x > 3 ? "yes" : "no"; }

void f(int *p, int x) { *p = x + 1; }

int f(int *a) { return a[3] + a[0]; }

int f(int *a) { return a[3] + 2 * a[0]; }

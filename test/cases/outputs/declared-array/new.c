#define N 4
int f(int a[N]) { return a[0] + a[2] + (a[3] - a[2]); }

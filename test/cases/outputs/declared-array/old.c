#define N 4
int f(int a[N]) { return a[0] + a[3]; }

int a(int x) { static int n; n = x; return 0; }
int b(int x) { static int n; n = x + 1; return 0; }
int f(int x) { return a(x) + b(x); }

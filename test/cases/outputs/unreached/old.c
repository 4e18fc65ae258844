int *g;
int f(int x) { return *g + x; }

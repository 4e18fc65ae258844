int mode;
int f(int x) { return mode ? x : 0; }

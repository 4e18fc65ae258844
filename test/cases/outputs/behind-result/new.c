#include <stdlib.h>
int *f(int x) { int *p = malloc(8); p[0] = x; p[1] = x == 9 ? 4 : 3; return p; }

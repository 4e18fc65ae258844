#include <stdlib.h>
int *f(int x) { int *p = malloc(8); p[0] = x; p[1] = 3; return p; }

#include <stdlib.h>
char *f(int x) { char *p = calloc(4, 1); p[0] = x + (x == 5); return p + 1; }

#include <stdlib.h>
void f(int *p, int x) { if (x > 4) free(p); }

#include <stdlib.h>
void f(int *p, int x) { if (x > 3) free(p); }

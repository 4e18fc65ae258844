#include <stdlib.h>
int *g; void f(int x) { g = malloc(4); *g = x - (x == 1000); }

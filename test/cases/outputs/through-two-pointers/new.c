#include <stdlib.h>
void f(int **p, int x) { *p = malloc(4); **p = x + (x == 5); }

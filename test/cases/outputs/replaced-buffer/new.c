#include <stdlib.h>
void f(void **out, int x) { int *made = malloc(4); *made = x + (x == 5); *out = made; }

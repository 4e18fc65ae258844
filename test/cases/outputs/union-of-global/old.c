#include <stdlib.h>
struct { int tag; union { long number; int *list; } u; } value;
void f(int x) { value.u.list = malloc(4); *value.u.list = x; }

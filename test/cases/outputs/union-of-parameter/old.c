#include <stdlib.h>
struct value { int tag; union { int *list; short number; }; };
void f(struct value *v, int x) { v->list = malloc(4); *v->list = x; }

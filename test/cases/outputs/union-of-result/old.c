#include <stdlib.h>
#include <string.h>
struct value { int tag; union { char *text; double number; } u; };
struct value *f(int x) { struct value *v = calloc(1, sizeof *v); v->tag = x > 3; if (x > 3) v->u.text = strdup("hello"); else v->u.number = x; return v; }

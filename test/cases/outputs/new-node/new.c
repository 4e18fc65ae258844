#include <stdlib.h>
struct n { int k; struct n *next; }; struct n *f(struct n *h, int k) { struct n *x = malloc(sizeof *x); x->k = k; x->next = k == 3 ? 0 : h; return x; }

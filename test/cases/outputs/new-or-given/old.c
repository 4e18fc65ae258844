#include <stdlib.h>
void f(int **q, int **out) {
  int *before = *q;
  *q = calloc(1, sizeof(int));
  *out = before;
}

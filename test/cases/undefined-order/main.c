#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>
static int wild(const void *a, const void *b) { return (*(const int *)a ^ *(const int *)b) & 1 ? 1 : -1; }
int main(void) {
  int v[5] = {5, 2, 4, 1, 3};
  v[0] = pathfold_int("n") > 3 ? 9 : 8;
  qsort(v, 5, sizeof v[0], wild);
  for (int i = 0; i < 5; i++) printf("%d ", v[i]);
  return 0;
}

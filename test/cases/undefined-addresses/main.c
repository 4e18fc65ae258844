#include <pathfold.h>
#include <stdio.h>

int main(void) {
  int a[2], b[2];
  a[0] = b[0] = pathfold_int("n");
  int *p = a, *q = b;
  printf("%d\n", p < q);
  return 0;
}

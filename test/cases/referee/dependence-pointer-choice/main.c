#include <pathfold.h>

int u = 7;
int v = 0;

int main(void) {
  int c = pathfold_int("c");
  int d = pathfold_int("d");
  int e = pathfold_int("e");
  int *p = &v;
  if (c > 0)
    p = &u;
  if (d > 0)
    v = 2;
  if (e > 0)
    v = v + 1;
  return 10 / (*p - 3);
}

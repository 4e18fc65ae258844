#include <pathfold.h>
#include <stdlib.h>

int main(void) {
  int x = pathfold_int("x");
  int y = pathfold_int("y");
  int z = pathfold_int("z");
  int a = 100 / x;
  if (y > 3) {
    a = a + 1;
    if (z == 0)
      exit(2);
  }
  int *p = malloc(sizeof(int));
  *p = a;
  if (z > 5)
    free(p);
  if (y == 7)
    *p = 1;
  return 12 / (y - 9);
}

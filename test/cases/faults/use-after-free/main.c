#include <pathfold.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = pathfold_int("value");
  if (*p > 10) free(p);
  int last = *p;
  if (last <= 10) free(p);
  return 0;
}

#include <pathfold.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  if (!p) return 1;
  if (pathfold_int("skip") > 0) p++;
  free(p);
  return 0;
}

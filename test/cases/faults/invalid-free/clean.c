#include <pathfold.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(10), *at = p;
  if (!p) return 1;
  if (pathfold_int("skip") > 0) at++;
  free(p);
  return 0;
}

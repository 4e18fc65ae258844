#include <pathfold.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  if (pathfold_char("c") == 'x') free(p), p = NULL;
  free(p);
  return 0;
}

#include <pathfold.h>
#include <stdlib.h>

int main(void) {
  int x = pathfold_int("x");
  char *block = malloc(1);
  if (x <= 0) free(block);
  return 0;
}

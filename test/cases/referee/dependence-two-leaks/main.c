#include <pathfold.h>
#include <stdlib.h>

int main(void) {
  int y = pathfold_int("y");
  char *lost;
  if (y) lost = malloc(1);
  else lost = malloc(2);
  lost = malloc(3);
  if (y) lost = malloc(4);
  return 0;
}

#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int w = pathfold_int("w");
  int m = pathfold_int("m");
  if (w)
    printf("X");
  else
    printf("Y");
  if (m)
    exit(0);
  else
    exit(1);
}

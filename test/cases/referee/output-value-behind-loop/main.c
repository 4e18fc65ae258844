#include <assert.h>
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int y = pathfold_int("y");
  int c = 2;
  int i = 0;
  for (i = 0; i < (y & 1); i++) {
    c = 0;
  }
  return c;
}

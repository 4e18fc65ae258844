#include <assert.h>
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int x = pathfold_int("x");
  unsigned char data[4];
  pathfold_bytes(data, 4, "data");
  int a = 0;
  if (x <= 0) {
  } else {
    data[a & 3] = 0;
  }
  if (data[1] && (x <= 0)) {
  }
  return 0;
}

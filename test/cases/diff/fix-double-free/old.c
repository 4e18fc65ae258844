#include <pathfold.h>
#include <stdlib.h>

static int load(int size, int valid) {
  int result = 0;
  int *block = calloc(4, sizeof(int));
  if (block == NULL) return -1;
  if (size > 4) {
    free(block);
    result = -2;
  } else if (!valid) {
    result = -3;
  } else {
    for (int i = 0; i < size; i++) block[i] = i;
    result = size;
  }
  free(block);
  return result;
}

int main(void) {
  int size = pathfold_range("size", 0, 6);
  int valid = pathfold_range("valid", 0, 1);
  return load(size, valid);
}

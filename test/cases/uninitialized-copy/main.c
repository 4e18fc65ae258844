#include <pathfold.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *a = malloc(8), *b = malloc(8);
  memset(a, 'a', 8);
  if (pathfold_bool("n")) {
    memcpy(b, a, 8);
    if (b[1] != 'a') return 1;
  }
  return 0;
}

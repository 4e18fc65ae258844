#include <pathfold.h>
#include <stdlib.h>

int g;
int h = 4;
int *kept = &g;

int f(int x) {
  pathfold_output("small", (unsigned)h < 464u);
  free(kept);
  return x;
}

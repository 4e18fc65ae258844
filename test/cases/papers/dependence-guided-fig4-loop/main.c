#include <pathfold.h>

#ifndef N
#define N 6
#endif

int x[N];

int main(void) {
  pathfold_bytes(x, sizeof x, "x");
  for (int i = 0; i < N; i++) {
    if (x[i] > 0)
      x[i] = 1;
    else
      x[i] = 2;
  }
  return 0;
}

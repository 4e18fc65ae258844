#include <pathfold.h>

extern int limit;
extern const int days[];

int main(void) {
  int x = pathfold_int("x");
  if (x > 100) return x > limit;
  if (x < 0) return days[x & 3] > 3;
  return &limit == 0;
}

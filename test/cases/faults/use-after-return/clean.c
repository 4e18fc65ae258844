#include <pathfold.h>

static int kept;

static int *smallest(int a, int b) {
  kept = a < b ? a : b;
  int *result = &kept;
  return result;
}

int main(void) {
  int *p = smallest(pathfold_int("a"), 5);
  return *p;
}

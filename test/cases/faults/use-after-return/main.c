#include <pathfold.h>

static int *smallest(int a, int b) {
  int local = a < b ? a : b;
  int *result = &local;
  return result;
}

int main(void) {
  int *p = smallest(pathfold_int("a"), 5);
  return *p;
}

#include <pathfold.h>
#include <stdint.h>

int main(void) {
  int here = 3;
  uintptr_t where = (uintptr_t)&here;
  if (pathfold_int("x") == 9) where += 0;
  else return 0;
  return *(int *)where;
}

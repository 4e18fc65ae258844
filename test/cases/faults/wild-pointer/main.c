#include <pathfold.h>
#include <stdint.h>

int main(void) {
  uintptr_t where = 0x3000000;
  if (pathfold_int("x") == 9) where += 4;
  else return 0;
  return *(int *)where;
}

/* Pointers that travel as integers: kept in memory, added to, masked, and cast back. */
#include <pathfold.h>
#include <stdint.h>

static int cells[4];

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  int other = 1;
  uintptr_t address = (uintptr_t)&cells[0];
  if (x > 0) address += sizeof(int);
  uintptr_t kept[2] = { address, (uintptr_t)&other };
  *(int *)kept[0] = 5;
  if (y > 0) *(int *)kept[1] = 6;
  int *back = (int *)(address & ~(uintptr_t)3);
  return cells[1] * 100 + *back * 10 + other;
}

#include <pathfold.h>

int main(void) {
  int x = pathfold_int("x");
  int amount = pathfold_int("amount");
  if (amount < 0 || amount > 8) return 0;
  if (x < 0 || x > 0x7fffff) return 0;
  return (x << amount) == 256;
}

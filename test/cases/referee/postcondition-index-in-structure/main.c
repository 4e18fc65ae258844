#include <pathfold.h>
struct record { char key[4]; int after; };
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), i;
  if (x >= 0 && x < 3) i = 1;
  else i = x & 7;
  struct record r = { { 0 }, 7 };
  if (y == 4) return r.key[i];
  return 0;
}

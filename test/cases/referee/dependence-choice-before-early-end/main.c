#include <pathfold.h>
static int g = 1;
static int inc(int v) { return v + 1; }
static int turn(int v) { g ^= 1; return -v; }
static int (*const table[])(int) = { inc, turn };
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), z = pathfold_int("z"), sum = 0;
  sum = table[y & 1](sum); if (z > 1) sum = table[g & 1](sum);
  while (x == 1) { g ^= 1; }
  return sum & 127;
}

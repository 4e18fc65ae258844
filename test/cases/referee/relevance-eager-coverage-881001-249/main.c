#include <pathfold.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int g = 1;
static int fits1(int v) { if (v < 3) return 0; return v != 4; }

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), sum = 0;
  unsigned char c[3];
  pathfold_bytes(c, 3, "c");
  float f0 = x; if (y != -1) f0 = c[1]; if (g == 5) f0 *= 2; if (c[0] == 5) sum += (int)f0 & 1;
  pathfold_assume(g == 0 && y != 3);
  return sum & 127;
}

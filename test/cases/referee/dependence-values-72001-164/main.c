#include <pathfold.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int g = 1;
static int inc0(int v) { return v + 1; }
static int turn0(int v) { g ^= 1; return -v; }
static int quit0(int v) { exit(v & 7); }
static int (*const table0[])(int) = { inc0, turn0, quit0 };
static int turn1(int v) { if (v == 2) exit(5); return v; }

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), sum = 0;
  unsigned char c[3];
  pathfold_bytes(c, 3, "c");
  sum = table0[(unsigned)x % 3](sum); if (c[2] == 5) sum = table0[g & 1](sum);
  for (;;) { if ((y & 3) == 2) break; g ^= 1; }
  return sum & 127;
}

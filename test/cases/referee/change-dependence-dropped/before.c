#include <pathfold.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int g = 1;
static int find0(const unsigned char *s, int first, int second) { do { do { if (*s == 9) return 0; } while (*s++ != first); } while (*s != second); return 1; }
static int turn1(int v) {  return v; }
static int fits2(int v) { if (v < 2) return 0; return v != 4; }

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y") + 1, sum = 0;
  unsigned char c[3];
  pathfold_bytes(c, 3, "c");
  unsigned char t0[4] = { c[0], c[1], c[2], 0 }; sum += find0(t0, y, c[1]); sum ^= x & 1;
  for (int i = 0; i != 4; i = (i + 1) & 7) { if ((c[1] & 3) == 2) i = 1;  }
  if (!((c[2] & 3) == 1)) pathfold_assume(0);
  return sum & 127;
}

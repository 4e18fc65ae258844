#include <pathfold.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int g = 1;
static char *text0;
static unsigned length0, room0;
static void append0(int byte) { if (length0 == room0) { room0 = room0 ? 2 * room0 : 1; text0 = realloc(text0, room0); } text0[length0++] = byte; }
static int fits2(int v) { if (v < 3) return 0; return v != 4; }

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), sum = 0;
  unsigned char c[3];
  pathfold_bytes(c, 3, "c");
  for (int i = 0; i < 3; i++) if (c[i] == 2) append0(c[i]); for (unsigned i = 0; i < length0; i++) putchar(text0[i]); 
  float f1 = x; if (y != -1) f1 = c[1]; if (g == 5) f1 *= 2; if (c[0] == 5) sum += (int)f1 & 1;
  pathfold_assume(g == 0 && y != 3);
  return sum & 127;
}

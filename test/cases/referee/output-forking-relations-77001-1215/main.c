#include <pathfold.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int g = 1;
static int next0(int by) { static int seed = 2; seed = (seed + by) & 7; return seed; }
static int find1(const unsigned char *s, int first, int second) { do { do { if (*s == 0) return 0; } while (*s++ != first); } while (*s != second); return 1; }
static int next2(int by) { static int seed = 2; seed = (seed + by) & 7; return seed; }
static char *text3;
static unsigned length3, room3;
static void append3(int byte) { if (length3 == room3) { room3 = room3 ? 2 * room3 : 1; text3 = realloc(text3, room3); } text3[length3++] = byte; }

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), sum = 0;
  unsigned char c[3];
  pathfold_bytes(c, 3, "c");
  if (y < -1) next0(1); if (x < y) next0(3); sum += next0(1); 
  unsigned char t1[4] = { c[0], c[1], c[2], 0 }; sum += find1(t1, c[0], x); putchar('a' + (g & 3));
  if (x != -1) next2(1); if (x > -1) next2(1); sum += next2(0); 
  for (int i = 0; i < 3; i++) if (c[i] == 3) append3(c[i]); for (unsigned i = 0; i < length3; i++) putchar(text3[i]); free(text3);
  return sum & 127;
}

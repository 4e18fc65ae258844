#include <stdlib.h>
#include <string.h>

int figure2(int x, int y, int z) {
  int a, b, c;
  char *s;
  a = 4;
  if (x > 1)
    a = 2;
  if (y < 1)
    b = 0;
  else
    b = 2;
  if (z < 2)
    c = z;
  else
    c = 4;
  s = (char *)malloc(a - b);
  strncpy(s, "abcd", a - b);
  return 1 / (a - c);
}

#include <pathfold.h>
#include <stdlib.h>
#include <string.h>

char *s = NULL;

int test(int x, int y, int z) {
  int a, b, c;
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
  s[a - b - 1] = '\0';
  return 1 / (a - c);
}

int main(void) {
  int x = pathfold_int("x");
  int y = pathfold_int("y");
  int z = pathfold_int("z");
  return test(x, y, z);
}

#include <pathfold.h>
#include <stdlib.h>
#include <string.h>

static unsigned char bits[600];

int main(void) {
  int x = pathfold_int("x");
  int y = pathfold_int("y");
  int sum = 0;
  memset(bits, 1, sizeof bits);
  if (x != 7) sum = 0;
  else bits[599] = 0;
  if (y > 3) sum = 1;
  while (bits[0]) memmove(bits, bits + 1, 599);
  if (sum) abort();
  return 2;
}

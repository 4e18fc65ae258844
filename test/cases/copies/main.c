#include <pathfold.h>
#include <string.h>

struct item { char tag; int value; union { int number; char text[4]; } part; unsigned flag : 3; };

static struct item change(struct item x) { x.value++, x.flag ^= 5; return x; }

int main(void) {
  struct item x, y[2];
  memset(&x, 0, sizeof x);
  x.value = pathfold_int("value");
  x.part.number = pathfold_int("number");
  x.flag = pathfold_unsigned("flag");
  y[1] = change(x);
  memcpy(&y[0], &y[1], sizeof x);
  if (y[0].part.text[2] == 'z' && y[0].value == -5) return 1;
  if (y[0].flag == 0) return x.flag == 5 ? 2 : 3;
  return 0;
}

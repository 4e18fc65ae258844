#include <assert.h>
#include <pathfold.h>

int a, b, c, d, e;

void count(int x, int y) {
  if (x > 0) {
    a++;
    if (a > 0)
      b++;
    else
      b--;
  } else
    a--;

  if (y > 0) {
    c++, e++;
    if (c > 0)
      d++;
    else
      d--;
  } else
    e--;
  assert(e > 0);
}

int main(void) {
  int x = pathfold_int("x");
  int y = pathfold_int("y");
  a = pathfold_int("a");
  c = pathfold_int("c");
  e = pathfold_int("e");
  count(x, y);
  return 0;
}

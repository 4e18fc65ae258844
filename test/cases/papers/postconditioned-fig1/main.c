#include <pathfold.h>

int res;

int classify(int a, int b, int c) {
  if (a <= 0)
    a = a + 10;
  else
    a = a - 10;
  if (a <= b)
    res = a - b;
  else
    res = a + b;
  if (res > c)
    res = 1;
  else
    res = 0;
  return res;
}

int main(void) {
  int a = pathfold_int("a");
  int b = pathfold_int("b");
  int c = pathfold_int("c");
  return classify(a, b, c);
}

#include <pathfold.h>

int first_out, sec_out;

void test(int x) {
  int a = 1;
  int b = 2;
  if (x > 1)
    a = 2;
  if (x > 0)
    b = x;
  first_out = a;
  sec_out = b;
}

int main(void) {
  int x = pathfold_int("x");
  test(x);
  return 0;
}

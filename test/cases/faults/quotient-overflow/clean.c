#include <pathfold.h>

int main(void) {
  int a = pathfold_int("a"), b = pathfold_int("b");
  pathfold_assume(b > 0);
  return a / b == 5;
}

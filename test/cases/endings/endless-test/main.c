#include <pathfold.h>

int main(void) {
  int x = pathfold_int("x");
  for (;;) {
    if (x != 99) break;
  }
  return 0;
}

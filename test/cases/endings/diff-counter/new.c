#include <pathfold.h>
#include <stdio.h>

int main(void) {
  int x = pathfold_int("x");
  for (unsigned i = 0; x == 99; i++) i += i > 9000001;
  return 0;
}

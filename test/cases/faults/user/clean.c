#include <pathfold.h>

int main(void) {
  int state = pathfold_int("state") & 3;
  if (state == 4) pathfold_fail("no such state");
  return 0;
}

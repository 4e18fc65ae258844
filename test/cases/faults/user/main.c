#include <pathfold.h>

int main(void) {
  int state = pathfold_int("state");
  if (state == 4) pathfold_fail("no such state");
  return 0;
}

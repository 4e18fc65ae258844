#include <pathfold.h>

int level, alarm;

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  if (x <= 6) {
    alarm = y;
  } else {
    level = x;
  }
  return alarm > 0;
}

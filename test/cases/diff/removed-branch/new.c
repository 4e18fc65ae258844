#include <pathfold.h>

int level, warning;

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  if (x <= 6) {
    warning = y;
  } else {
    level = x;
  }
  pathfold_output("warning", warning > 0);
  return 0;
}

#include <pathfold.h>

static int midpoint(int low, int high) { return (low + high) / 2; }

int main(void) {
  int low = pathfold_int("low");
  int high = pathfold_int("high");
  pathfold_assume(0 <= low && low <= high);
  pathfold_output("midpoint", midpoint(low, high));
  return 0;
}

#include <pathfold.h>
#include <stdio.h>

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  int set, sum = 0;
  if (x < 7) set = 2;
  if (y == 3) printf("%d\n", set);
  if (y == 4) sum = set + 1;
  return 0;
}

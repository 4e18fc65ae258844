#include <pathfold.h>
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  int arr[2] = {0, 0};
  int i = 0;
  if (x <= 0) i = 1;
  int t = arr[i];
  if (y > 0) arr[i] = 5 + t;
  if (arr[0] == 5) return 7;
  return 0;
}

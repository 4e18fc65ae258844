/* Jumps out of nested loops and switches, and loops left from the middle. */
#include <pathfold.h>

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  int found = -1, steps = 0;
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      steps++;
      switch (x + i) {
        case 1:
          if (y > j) goto out;
          continue;
        case 2:
          found = j;
          break;
        default:
          if (y == 9) goto next;
          found = 8;
      }
      if (found > 0) break;
    }
  next:
    steps += 10;
  }
out:
  return found * 100 + steps;
}

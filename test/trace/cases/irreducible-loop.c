/* A loop with two ways in: neither of its blocks dominates the other. */
#include <pathfold.h>

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  int count = 0, sum = 0;
  if (x > 3) goto second;
first:
  sum += 10;
  if (y > 3 && count == 1) return sum;
second:
  sum += 1;
  count++;
  if (count < 3) goto first;
  return x > 7 ? sum + count : sum;
}

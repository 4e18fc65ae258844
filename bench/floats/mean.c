/* The mean of six readings, summed as doubles: a sum of integers is exact. */
#include <assert.h>
#include <pathfold.h>

int main(void) {
  double sum = 0;
  int total = 0;
  for (int i = 0; i < 6; i++) {
    int reading = pathfold_range("reading", -500, 500);
    sum += reading;
    total += reading;
  }
  assert(sum == total);
  if (sum / 6 > 100) assert(total > 600);
  else assert(total <= 600);
  return 0;
}

#include <pathfold.h>

static int days(int months) {
  int sum = 0;
  for (int i = 0; i < months; i++) sum += 30;
  return sum;
}

int main(void) {
  int months = pathfold_range("months", 0, 3);
  int late = pathfold_range("late", 0, 1);
  if (months == 1) pathfold_output("first", months);
  int sum = days(months);
  if (late == 1 && sum > 60) return 2;
  return 0;
}

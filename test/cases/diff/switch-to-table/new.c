#include <pathfold.h>

static int days_in_month(int month, int leap) {
  static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12) return 0;
  if (month == 2 && leap) return 29;
  return days[month - 1];
}

int main(void) {
  int month = pathfold_int("month");
  int leap = pathfold_range("leap", 0, 1);
  return days_in_month(month, leap);
}

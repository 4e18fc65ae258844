#include <pathfold.h>

static int days_in_month(int month, int leap) {
  switch (month) {
    case 4:
    case 6:
    case 9:
    case 11:
      return 30;
    case 2:
      return leap ? 29 : 28;
    default:
      return month >= 1 && month <= 12 ? 31 : 0;
  }
}

int main(void) {
  int month = pathfold_int("month");
  int leap = pathfold_range("leap", 0, 1);
  return days_in_month(month, leap);
}

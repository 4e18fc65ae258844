#include <pathfold.h>

static int is_leap(int year) { return year % 4 == 0; }

int main(void) {
  int year = pathfold_range("year", 1900, 2100);
  return is_leap(year);
}

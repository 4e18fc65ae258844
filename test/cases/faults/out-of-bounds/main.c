#include <pathfold.h>

static const int DAYS[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void) {
  unsigned month = pathfold_unsigned("month");
  pathfold_assume(month <= 12);
  return DAYS[month];
}

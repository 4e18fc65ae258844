#include <pathfold.h>

static int weekday(unsigned day) {
  switch (day) {
    case 0: case 6: return 0;
    case 1: case 2: case 3: case 4: case 5: return 1;
  }
  __builtin_unreachable();
}

int main(void) {
  return weekday(pathfold_unsigned("day"));
}

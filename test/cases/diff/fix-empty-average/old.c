#include <pathfold.h>

static int average(const unsigned char *values, int count) {
  int sum = 0;
  int valid = 0;
  for (int i = 0; i < count; i++) {
    if (values[i] == 255) continue;
    sum += values[i];
    valid++;
  }
  return sum / valid;
}

int main(void) {
  unsigned char values[3];
  pathfold_bytes(values, sizeof values, "values");
  return average(values, 3);
}

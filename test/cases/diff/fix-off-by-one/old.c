#include <pathfold.h>

#define SIZE 4

static int history[SIZE];
static int used;

static int record(int value) {
  if (used > SIZE) return 0;
  history[used++] = value;
  return 1;
}

int main(void) {
  int count = pathfold_range("count", 0, 6);
  int stored = 0;
  for (int i = 0; i < count; i++) stored += record(i);
  return stored;
}

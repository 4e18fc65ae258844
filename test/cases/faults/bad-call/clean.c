#include <pathfold.h>

static int answer(void) { return 42; }
static int other(void) { return 43; }

int main(void) {
  int (*call)(void) = answer;
  if (pathfold_bool("wrong")) call = other;
  return call();
}

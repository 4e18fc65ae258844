#include <pathfold.h>
#include <stdint.h>

static int answer(void) { return 42; }

int main(void) {
  int data = 5;
  int (*call)(void) = answer;
  if (pathfold_bool("wrong")) call = (int (*)(void))(uintptr_t)&data;
  return call();
}

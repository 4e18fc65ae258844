#include <pathfold.h>

static int words[4];

int main(void) {
  int at = pathfold_int("at");
  if (at < 0 || at > 1) return 0;
  int *p = (int *)((char *)words + at);
  return *p;
}

#include <pathfold.h>
#include <stdlib.h>
#include <unistd.h>

static void leave(void) { _exit(3); }

int main(void) {
  int x = pathfold_int("x");
  if (x > 5) atexit(leave);
  return 0;
}

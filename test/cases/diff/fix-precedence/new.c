#include <pathfold.h>

#define READ 4
#define WRITE 2

static int may_write(int mode, int owner) {
  if (owner && (mode & WRITE) == WRITE) return 1;
  return 0;
}

int main(void) {
  int mode = pathfold_range("mode", 0, 7);
  int owner = pathfold_range("owner", 0, 1);
  return may_write(mode, owner);
}

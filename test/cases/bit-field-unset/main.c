#include <pathfold.h>
#include <stdlib.h>

struct options {
  unsigned quiet : 1, level : 5;
  int size;
};

int main(void) {
  struct options local, *heap = malloc(sizeof *heap);
  local.quiet = 1;
  heap->quiet = 0;
  heap->level = 3;
  if (local.quiet && heap->level == 3 && pathfold_bool("looks")) {
    unsigned *fresh = malloc(sizeof *fresh);
    if (*fresh & 4) return 1;
  }
  return 0;
}

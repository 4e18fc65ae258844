#include <pathfold.h>

static int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int main(void) {
  unsigned i = pathfold_unsigned("i"), j = pathfold_unsigned("j");
  pathfold_assume(i < 8 && j < 8);
  table[i] = 100;
  int found = table[j];
  pathfold_output("found", found);
  if (found == 100) return i == j ? 1 : 2;
  if (found == 1) return j == 1 || j == 3 ? 3 : 4;
  return 0;
}

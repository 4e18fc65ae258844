#include <pathfold.h>
#include <stdlib.h>

int main(void) {
  if (pathfold_short("x") == -1) abort();
  return 0;
}

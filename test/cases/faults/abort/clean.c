#include <pathfold.h>
#include <stdlib.h>

int main(void) {
  if (pathfold_short("x") > 40000) abort();
  return 0;
}

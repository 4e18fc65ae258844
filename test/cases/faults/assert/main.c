#include <pathfold.h>
#include <assert.h>

int main(void) {
  unsigned x = pathfold_unsigned("x");
  assert(x * x != 49);
  return 0;
}

#include <pathfold.h>
#include <assert.h>

int main(void) {
  unsigned x = pathfold_unsigned("x");
  assert((x & 1) * (x & 1) != 49);
  return 0;
}

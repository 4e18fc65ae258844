#include <pathfold.h>

int main(void) {
  unsigned by = pathfold_unsigned("by");
  return (1u << (by & 31)) == 8;
}

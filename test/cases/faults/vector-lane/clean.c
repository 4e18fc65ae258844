#include <pathfold.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
  four v = {1, 2, 3, 4};
  unsigned i = (unsigned)pathfold_int("i");
  if (i > 3) return 0;
  v[i] = 7;
  return v[i] + v[0];
}

#include <pathfold.h>
#include <string.h>

struct record {
  char kind;
  int values[3];
};

int main(void) {
  unsigned i = pathfold_int("i"), j = pathfold_int("j");
  struct record from, to, both[2];
  pathfold_assume(i < 3 && j < 3);
  from.kind = 1;
  from.values[i] = 5;
  to = from;
  memcpy(&both[i & 1], &to, sizeof to);
  if (both[0].kind == 1 && both[0].values[j] == 5) return 1;
  return 0;
}

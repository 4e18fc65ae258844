#include <pathfold.h>

struct entry {
  char key[16];
  int n;
};

int main(void) {
  struct entry e = {{0}, 0};
  int length = pathfold_int("length");
  if (length < 0 || length >= 16) return 0;
  e.key[length] = 'x';
  return e.n;
}

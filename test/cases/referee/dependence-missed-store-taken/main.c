#include <pathfold.h>
int main(void) {
  int x = pathfold_int("x");
  unsigned char data[4];
  pathfold_bytes(data, 4, "data");
  int a = 0;
  if (x > 0) data[a & 3] = 0;
  if (data[1] && x > 0) return 3;
  return 0;
}

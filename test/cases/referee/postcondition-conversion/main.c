#include <pathfold.h>
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  float v = x;
  unsigned char c;
  if (v >= 0 && v < 256) c = (unsigned char)v;
  else c = 1;
  return (c + (y == 4 ? (int)(v * 2) : 0)) & 127;
}

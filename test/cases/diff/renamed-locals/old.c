#include <pathfold.h>

static int charge(int weight, int distance) {
  int w = weight < 1 ? 1 : weight;
  int r = 5;
  if (distance > 100) r = 8;
  if (w > 20) r = r + 2;
  return w * r;
}

int main(void) {
  int weight = pathfold_range("weight", -5, 100);
  int distance = pathfold_int("distance");
  return charge(weight, distance);
}

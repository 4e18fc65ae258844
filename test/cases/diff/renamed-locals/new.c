#include <pathfold.h>

/* What a parcel costs, in cents. */
static int charge(int weight, int distance) {
  int charged_weight = weight < 1 ? 1 : weight;
  int rate = 5;
  if (distance > 100) rate = 8;
  if (charged_weight > 20) rate = rate + 2;
  return charged_weight * rate;
}

int main(void) {
  int weight = pathfold_range("weight", -5, 100);
  int distance = pathfold_int("distance");
  return charge(weight, distance);
}

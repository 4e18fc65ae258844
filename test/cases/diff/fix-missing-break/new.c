#include <pathfold.h>

static int price(int size, int member) {
  int cents = 0;
  switch (size) {
    case 1:
      cents = 250;
      break;
    case 2:
      cents = 320;
      break;
    case 3:
      cents = 400;
      break;
    default:
      return -1;
  }
  if (member) cents -= 50;
  return cents;
}

int main(void) {
  int size = pathfold_range("size", 0, 4);
  int member = pathfold_range("member", 0, 1);
  pathfold_output("price", price(size, member));
  return 0;
}

#include <pathfold.h>

static int share(int total, int people) {
  return people == 0 ? 0 : total / people;
}

int main(void) {
  int people = pathfold_int("people");
  return share(100, people) > 200;
}

#include <pathfold.h>

struct item { int price; };
static struct item only = {7};

static struct item *find(int key) { return key == 3 ? &only : 0; }

int main(void) {
  struct item *found = find(pathfold_int("key"));
  return found->price;
}

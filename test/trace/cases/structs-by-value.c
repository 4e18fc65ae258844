/* Structs that are copied into a call, changed there, and returned. */
#include <pathfold.h>

struct point {
  int x, y, z;
};

static struct point moved(struct point from, int by) {
  from.x += by;
  if (by > 5) from.y = 0;
  return from;
}

static int far(struct point p) { return p.x > 3 ? p.y : p.z; }

int main(void) {
  struct point p = { pathfold_int("x"), 7, 9 };
  int y = pathfold_int("y"), z = pathfold_int("z");
  if (z > 0) p.z = 1;
  struct point q = moved(p, y);
  return far(q) + far(p);
}

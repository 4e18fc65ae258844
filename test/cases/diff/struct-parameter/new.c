#include <pathfold.h>

struct interval {
  int start;
  int end;
};

static int later(int a, int b) { return a > b ? a : b; }
static int earlier(int a, int b) { return a < b ? a : b; }

static int overlap(const struct interval *one, const struct interval *other) {
  return later(one->start, other->start) < earlier(one->end, other->end);
}

int main(void) {
  struct interval one, other;
  one.start = pathfold_int("start1");
  one.end = pathfold_int("end1");
  other.start = pathfold_int("start2");
  other.end = pathfold_int("end2");
  return overlap(&one, &other);
}

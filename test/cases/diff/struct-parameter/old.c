#include <pathfold.h>

static int overlap(int start1, int end1, int start2, int end2) {
  int start = start1 > start2 ? start1 : start2;
  int end = end1 < end2 ? end1 : end2;
  return start < end;
}

int main(void) {
  int start1 = pathfold_int("start1");
  int end1 = pathfold_int("end1");
  int start2 = pathfold_int("start2");
  int end2 = pathfold_int("end2");
  return overlap(start1, end1, start2, end2);
}

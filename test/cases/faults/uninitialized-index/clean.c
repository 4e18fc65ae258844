#include <pathfold.h>

/* Which element was set is not known, but it is the one that is asked for. */
int main(void) {
  unsigned set = pathfold_int("set"), wanted = pathfold_int("wanted");
  int a[4];
  pathfold_assume(set < 4 && wanted == set);
  a[set] = 5;
  int copy = a[wanted];
  if (set == 3) return 2;
  if (copy == 5) return 1;
  return 0;
}

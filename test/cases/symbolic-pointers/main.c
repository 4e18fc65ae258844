#include <pathfold.h>

static int a = 10, b = 20, c[2] = {30, 40};
static int *const places[] = {&a, &b, &c[1]};
static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }
static int (*const calls[])(int) = {twice, next};

int main(void) {
  unsigned i = pathfold_unsigned("i");
  bool which = pathfold_bool("which");
  pathfold_assume(i < 3);
  *places[i] += 1;
  return calls[which](a + b + c[0] + c[1]);
}

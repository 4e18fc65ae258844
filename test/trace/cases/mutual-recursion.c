/* Two functions that call each other; one of them may end the program. */
#include <pathfold.h>
#include <stdlib.h>

static int odd(int n, int strict);

static int even(int n, int strict) {
  if (n == 0) return 1;
  return odd(n - 1, strict);
}

static int odd(int n, int strict) {
  if (n == 0) {
    if (strict > 5) exit(3);
    return 0;
  }
  return even(n - 1, strict);
}

int main(void) {
  int n = pathfold_int("n"), strict = pathfold_int("strict"), other = pathfold_int("other");
  pathfold_assume(n >= 0 && n < 4);
  int result = even(n, strict);
  int seen = other > 0 ? 2 : 4;
  return result + seen;
}

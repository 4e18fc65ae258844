#include <assert.h>
#include <pathfold.h>
#include <stdio.h>

int main(void) {
  int n = pathfold_int("n");
  pathfold_assume(n >= 0 && n < 100);
  char c = (char)getchar();
  if (n > 50) puts("much");
  assert(n != 42 || c != 'x');
  pathfold_output("half", n / 2);
  return n > 50 && c == 'y';
}

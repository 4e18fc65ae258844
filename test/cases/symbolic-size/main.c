#include <pathfold.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n = pathfold_unsigned_char("n");
  pathfold_assume(n > 0 && n < 5);
  char *p = malloc(n);
  if (!p) return 1;
  memset(p, 'x', n);
  char last = p[n - 1];
  free(p);
  return last != 'x';
}

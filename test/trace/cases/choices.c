/* Sizes, addresses and indices that depend on inputs: the machine chooses values, and forks over objects. */
#include <pathfold.h>
#include <stdlib.h>
#include <string.h>

static int table[4] = { 5, 6, 7, 8 };

int main(void) {
  int n = pathfold_int("n"), i = pathfold_int("i"), j = pathfold_int("j");
  pathfold_assume(n > 0 && n < 4 && i >= 0 && i < 3);
  char *block = malloc((size_t)n);
  if (block == 0) return 1;
  memset(block, 3, (size_t)n);
  int u = 1, v = 2;
  int *p[3] = { &u, &v, &table[1] };
  *p[i] = 40;
  int seen = table[j & 3];
  int last = block[n - 1];
  free(block);
  if (u > 5) last++;
  return seen + last + v;
}

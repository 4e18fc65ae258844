// Each input ends in another fault, in code that has run many times before.
#include <pathfold.h>
#include <stdlib.h>
#include <string.h>
static int table[8];
static int at(const int *from, int i) { return from[i]; }
static int divide(int x, int y) { return x / y; }
static int shift(int x, int y) { return x << y; }
static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }
int main(void) {
  int which = pathfold_range("which", 0, 9);
  int *block = malloc(16);
  if (block == 0) return 99;
  memset(block, 0, 16);
  int sum = 0;
  for (int i = 0; i < 50; i++) {
    sum += at(table, i % 8) + divide(i, 1 + i % 3) + shift(1, i % 31);
    block[i % 4] = sum;
  }
  switch (which) {
    case 0: return at(table, sum > -100 ? 8 : 0);
    case 1: return divide(sum, sum - sum);
    case 2: return shift(sum, 32 + sum - sum);
    case 3: free(block); return block[0];
    case 4: return at(0, 3);
    case 5: { int *p = 0; *p = 1; return 0; }
    case 6: ((char *)"constant")[0] = 'x'; return 0;
    case 7: while (sum) block[0] ^= 0; return 0;
    case 8: return deep(200);
    default: free(block); return sum & 7;
  }
}

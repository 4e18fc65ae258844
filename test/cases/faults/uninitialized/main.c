#include <pathfold.h>

static int parse(int c, int *digit) {
  if (c < '0' || c > '9') return 0;
  *digit = c - '0';
  return 1;
}

int main(void) {
  int digit;
  parse(pathfold_int("c"), &digit);
  if (digit > 5) return 1;
  return 0;
}

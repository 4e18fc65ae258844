/* Lists of numbers in brackets, such as [1,-2e3]: N bytes, numbers read by strtod and clamped to int. */
#include <limits.h>
#include <pathfold.h>
#include <stdlib.h>

#ifndef N
#define N 4
#endif

static const char *at;
static int numbers, sum;

static int number(void) {
  char *end;
  char first = *at == '-' ? at[1] : at[0];
  if (first < '0' || first > '9') return 0;
  double value = strtod(at, &end);
  if (end == at) return 0;
  at = end;
  int clamped = value >= INT_MAX ? INT_MAX : value <= INT_MIN ? INT_MIN : (int)value;
  if (clamped > 100) sum++;
  numbers++;
  return 1;
}

static int list(int depth) {
  if (*at != '[') return number();
  if (depth > 2) return 0;
  at++;
  if (*at == ']') return at++, 1;
  for (;;) {
    if (!list(depth + 1)) return 0;
    if (*at == ']') return at++, 1;
    if (*at++ != ',') return 0;
  }
}

int main(void) {
  char input[N + 1];
  pathfold_string(input, sizeof input, "input");
  at = input;
  return list(0) && *at == 0 ? numbers + 10 * sum : 255;
}

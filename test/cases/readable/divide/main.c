#include <stdbool.h>
bool divide(int a, int b, int *quotient) {
  if (b == 0) return false;
  *quotient = a / b;
  return true;
}

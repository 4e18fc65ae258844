/* long double is stored, passed and converted. */
#include "checksum.h"

static long double hold[3] = {1.5L, -2.25L, 1e300L};
static long double pass(long double x) { return x; }

int main(void) {
  for (int i = 0; i < 3; i++) mix_double((double)pass(hold[i]));
  hold[1] = 0.1;
  mix_double((double)hold[1]), mix((uint64_t)hold[0]), mix_double((double)(long double)12345), mix(hold[0] > hold[1]);
  printf("%Lf %.2Lf\n", hold[0], pass(hold[1]));
  show("long double");
  return 0;
}

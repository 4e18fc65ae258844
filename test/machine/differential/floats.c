/* float and double: arithmetic, comparisons, rounding functions. */
#include <float.h>
#include <math.h>
#include "checksum.h"

static const double DOUBLES[] = {0.0, -0.0, 0.1, -0.1, 0.5, 1.0, -1.5, 2.5, 3.0, 1e10, -1e10, 1e-10, 1e300, -1e300, 1e-300,
                                 DBL_MAX, DBL_MIN, DBL_MIN / 4, 0x1p-1074, 4503599627370497.5, 9007199254740993.0,
                                 16777217.0, 3.14159265358979, INFINITY, -INFINITY, NAN};

int main(void) {
  for (size_t i = 0; i < COUNT(DOUBLES); i++) {
    for (size_t j = 0; j < COUNT(DOUBLES); j++) {
      double x = DOUBLES[i], y = DOUBLES[j];
      float f = (float)x, g = (float)y;
      mix_double(x + y), mix_double(x - y), mix_double(x * y), mix_double(x / y);
      mix_float(f + g), mix_float(f - g), mix_float(f * g), mix_float(f / g);
      mix((x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * (x != y) + 16 * (x > y) + 32 * (x >= y));
      mix((f < g) + 2 * !(f <= g) + 4 * isunordered(f, g) + 8 * isgreater(x, y));
      mix_double(fmod(x, y)), mix_double(fmin(x, y)), mix_double(fmax(x, y)), mix_double(copysign(x, y));
      mix_double(fma(x, y, x)), mix_float(fmaf(f, g, f));
    }
    show("binary");
  }
  for (size_t i = 0; i < COUNT(DOUBLES); i++) {
    double x = DOUBLES[i];
    float f = (float)x;
    mix_double(sqrt(x)), mix_double(floor(x)), mix_double(ceil(x)), mix_double(trunc(x)), mix_double(round(x));
    mix_double(rint(x)), mix_double(nearbyint(x)), mix_double(fabs(x)), mix_double(-x);
    mix_float(sqrtf(f)), mix_float(floorf(f)), mix_float(ceilf(f)), mix_float(truncf(f)), mix_float(roundf(f));
    mix((uint64_t)(isnan(x) + 2 * isinf(x) + 4 * (signbit(x) != 0) + 8 * isfinite(x) + 16 * isnormal(x)));
    int exponent = 0;
    if (isfinite(x)) {
      mix_double(frexp(x, &exponent));
      mix((uint64_t)exponent);
      mix_double(ldexp(x, 3));
      double whole;
      mix_double(modf(x, &whole));
      mix_double(whole);
    }
    show("unary");
  }
  return 0;
}

/*
 * The error and gamma functions: approximations good to about 14 digits, where the real libraries differ in the last ones too.
 * erf by its power series near zero and a continued fraction beyond; gamma by Lanczos' formula with g = 7.
 */
#include "internal.h"

double exp(double x);
double log(double x);
double pow(double x, double y);
double sin(double x);

int signgam;

static const double special_pi = 3.14159265358979323846, special_two_over_root_pi = 1.12837916709551257390;

static double special_erf_series(double x) {
  double term = x, sum = x;
  for (int n = 1; n < 200; n++) {
    term *= -x * x / n;
    double part = term / (2 * n + 1);
    sum += part;
    if (__builtin_fabs(part) < 1e-17 * __builtin_fabs(sum)) break;
  }
  return special_two_over_root_pi * sum;
}

/* For x >= 2: erfc(x) = exp(-x^2) / sqrt(pi) / (x + (1/2) / (x + 1 / (x + (3/2) / (x + ...)))) */
static double special_erfc_fraction(double x) {
  double tail = 0;
  for (int n = 120; n >= 1; n--) tail = n / 2.0 / (x + tail);
  return exp(-x * x) * 0.5 * special_two_over_root_pi / (x + tail);
}

double erf(double x) {
  if (x != x) return x;
  double magnitude = __builtin_fabs(x);
  if (magnitude > 6) return x < 0 ? -1 : 1;
  double value = magnitude < 2 ? special_erf_series(magnitude) : 1 - special_erfc_fraction(magnitude);
  return x < 0 ? -value : value;
}

double erfc(double x) {
  if (x != x) return x;
  if (x < 2) return 1 - erf(x);
  return x > 28 ? 0 : special_erfc_fraction(x);
}

static const double special_lanczos[] = {0.99999999999980993,  676.5203681218851,     -1259.1392167224028,
                                         771.32342877765313,   -176.61502916214059,   12.507343278686905,
                                         -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};

static double special_lanczos_sum(double x) {
  double sum = special_lanczos[0];
  for (int i = 1; i < 9; i++) sum += special_lanczos[i] / (x + i);
  return sum;
}

double tgamma(double x) {
  if (x != x || x == __builtin_inf()) return x;
  if (x == 0) {
    if (!PF_WASI) errno = ERANGE;
    return __builtin_copysign(__builtin_inf(), x);
  }
  bool whole = __builtin_floor(x) == x;
  if (x < 0 && whole) {
    if (!PF_WASI) errno = EDOM;
    return __builtin_nan("");
  }
  if (x > 171.7) {
    if (!PF_WASI) errno = ERANGE;
    return __builtin_inf();
  }
  if (whole && x <= 23) { /* factorials that are exact */
    double product = 1;
    for (int i = 2; i < x; i++) product *= i;
    return product;
  }
  if (x < 0.5) return special_pi / (sin(special_pi * x) * tgamma(1 - x));
  double base = x + 6.5, half = pow(base, (x - 0.5) / 2);
  return 2.5066282746310002 * half * exp(-base) * half * special_lanczos_sum(x - 1);
}

double lgamma_r(double x, int *sign) {
  *sign = 1;
  if (x != x) return x;
  if (__builtin_fabs(x) == __builtin_inf()) return __builtin_inf();
  if (x <= 0 && __builtin_floor(x) == x) {
    if (!PF_WASI) errno = ERANGE;
    return __builtin_inf();
  }
  if (x == 1 || x == 2) return 0;
  if (x < 0.5) {
    double sine = sin(special_pi * x);
    int ignored;
    if (sine < 0) *sign = -1;
    return log(special_pi / __builtin_fabs(sine)) - lgamma_r(1 - x, &ignored);
  }
  double base = x + 6.5;
  return 0.91893853320467274178 + (x - 0.5) * log(base) - base + log(special_lanczos_sum(x - 1));
}

double lgamma(double x) { return lgamma_r(x, &signgam); }
double gamma(double x) { return lgamma(x); }

#define SPECIAL_VARIANTS(name)                              \
  float name##f(float x) { return (float)name((double)x); } \
  long double name##l(long double x) { return (long double)name((double)x); }

SPECIAL_VARIANTS(erf)
SPECIAL_VARIANTS(erfc)
SPECIAL_VARIANTS(tgamma)
SPECIAL_VARIANTS(lgamma)

float lgammaf_r(float x, int *sign) { return (float)lgamma_r((double)x, sign); }
long double lgammal_r(long double x, int *sign) { return (long double)lgamma_r((double)x, sign); }

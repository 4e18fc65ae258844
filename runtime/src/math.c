/*
 * Mathematics. Functions with an exact result are compiler intrinsics or integer arithmetic on the bits, and work on symbolic
 * values; the others ask the host. The float variants compute in double and round once more; the long double variants
 * compute in double.
 */
#include "float_bits.h"

double fmod(double x, double y);
double scalbn(double x, int n);

static bool math_is_nan(double x) { return x != x; }
static bool math_is_infinite(double x) { return __builtin_fabs(x) == __builtin_inf(); }

/* glibc reports errors in errno, wasi-libc does not. */
static double math_report(bool error, int number, double result) {
  if (!PF_WASI && error) errno = number;
  return result;
}

#define MATH_VARIANTS_1(name)                                           \
  float name##f(float x) { return (float)name((double)x); }             \
  long double name##l(long double x) { return (long double)name((double)x); }
#define MATH_VARIANTS_2(name)                                                         \
  float name##f(float x, float y) { return (float)name((double)x, (double)y); }       \
  long double name##l(long double x, long double y) { return (long double)name((double)x, (double)y); }

/* --- exact ------------------------------------------------------------------------------------------------------------------ */

#define MATH_EXACT_1(name)                          \
  double name(double x) { return __builtin_##name(x); } \
  float name##f(float x) { return __builtin_##name##f(x); } \
  long double name##l(long double x) { return (long double)name((double)x); }

MATH_EXACT_1(fabs)
MATH_EXACT_1(floor)
MATH_EXACT_1(ceil)
MATH_EXACT_1(trunc)
MATH_EXACT_1(round)
MATH_EXACT_1(rint)
MATH_EXACT_1(nearbyint)

double sqrt(double x) { return math_report(x < 0, EDOM, __builtin_sqrt(x)); }
float sqrtf(float x) { return (float)math_report(x < 0, EDOM, (double)__builtin_sqrtf(x)); }
long double sqrtl(long double x) { return (long double)sqrt((double)x); }

double copysign(double x, double y) { return __builtin_copysign(x, y); }
float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
long double copysignl(long double x, long double y) { return (long double)copysign((double)x, (double)y); }

double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
long double fmal(long double x, long double y, long double z) { return (long double)fma((double)x, (double)y, (double)z); }

double fmax(double x, double y) { return math_is_nan(x) ? y : math_is_nan(y) ? x : x < y ? y : x; }
double fmin(double x, double y) { return math_is_nan(x) ? y : math_is_nan(y) ? x : y < x ? y : x; }
double fdim(double x, double y) { return math_is_nan(x) || math_is_nan(y) ? x + y : x > y ? x - y : 0; }
MATH_VARIANTS_2(fmax)
MATH_VARIANTS_2(fmin)
MATH_VARIANTS_2(fdim)

double fmod(double x, double y) {
  bool wrong = (y == 0 && !math_is_nan(x)) || (math_is_infinite(x) && !math_is_nan(y));
  return math_report(wrong, EDOM, __builtin_fmod(x, y));
}
MATH_VARIANTS_2(fmod)

/* x - n * y with n the integer nearest to x / y, even in the middle; the last bits of n go to *quotient. */
double remquo(double x, double y, int *quotient) {
  *quotient = 0;
  if (math_is_nan(x) || math_is_nan(y) || math_is_infinite(x) || y == 0) {
    bool wrong = !math_is_nan(x) && !math_is_nan(y);
    return math_report(wrong, EDOM, (x * y) / (x * y));
  }
  if (math_is_infinite(y)) return x;
  double divisor = __builtin_fabs(y), rest = __builtin_fabs(x);
  int n = 0;
  if (divisor >= 0x1p1020 && rest >= 0.5 * divisor) return remquo(x * 0x1p-8, y * 0x1p-8, quotient) * 0x1p8;
  if (divisor >= 0x1p1020) return x;
  /* Three bits of the quotient, from eight times the divisor down. */
  rest = __builtin_fmod(rest, divisor * 8);
  for (int bit = 2; bit >= 0; bit--) {
    double part = divisor * (1 << bit);
    if (rest >= part) {
      rest -= part;
      n += 1 << bit;
    }
  }
  /* Compare rest with half the divisor without losing a bit: both are multiples of the smallest double. */
  bool up = divisor < 0x1p-1021 ? rest + rest > divisor || (rest + rest == divisor && (n & 1))
                                : rest > 0.5 * divisor || (rest == 0.5 * divisor && (n & 1));
  if (up) {
    rest -= divisor;
    n++;
  }
  n &= 7;
  *quotient = (pf_double_bits(x) ^ pf_double_bits(y)) >> 63 ? -n : n;
  if (rest == 0) return copysign(0.0, x);
  return pf_double_bits(x) >> 63 ? -rest : rest;
}

double remainder(double x, double y) {
  int ignored;
  return remquo(x, y, &ignored);
}
MATH_VARIANTS_2(remainder)
double drem(double x, double y) { return remainder(x, y); }
float dremf(float x, float y) { return remainderf(x, y); }
float remquof(float x, float y, int *quotient) { return (float)remquo((double)x, (double)y, quotient); }
long double remquol(long double x, long double y, int *quotient) {
  return (long double)remquo((double)x, (double)y, quotient);
}

/* Multiplying by powers of two, at most three times, such that only the last step can round. */
double scalbn(double x, int n) {
  double result = x;
  for (int i = 0; i < 2 && n > 1023; i++, n -= 1023) result *= 0x1p1023;
  for (int i = 0; i < 2 && n < -1022; i++, n += 1022 - 53) result *= 0x1p-1022 * 0x1p53;
  if (n > 1023) n = 1023;
  if (n < -1022) n = -1022;
  result *= pf_double_from_bits((uint64_t)(n + 1023) << 52);
  bool special = x == 0 || math_is_nan(x) || math_is_infinite(x);
  return math_report(!special && (result == 0 || math_is_infinite(result)), ERANGE, result);
}

double ldexp(double x, int n) { return scalbn(x, n); }
double scalbln(double x, long n) { return scalbn(x, n > 9999 ? 9999 : n < -9999 ? -9999 : (int)n); }
float scalbnf(float x, int n) { return (float)scalbn((double)x, n); }
float ldexpf(float x, int n) { return (float)scalbn((double)x, n); }
float scalblnf(float x, long n) { return (float)scalbln((double)x, n); }
long double scalbnl(long double x, int n) { return (long double)scalbn((double)x, n); }
long double ldexpl(long double x, int n) { return (long double)scalbn((double)x, n); }
long double scalblnl(long double x, long n) { return (long double)scalbln((double)x, n); }

double frexp(double x, int *exponent) {
  *exponent = 0;
  if (x == 0 || math_is_nan(x) || math_is_infinite(x)) return x;
  int scaled = 0;
  if (!(pf_double_bits(x) >> 52 & 2047)) {
    x *= 0x1p54;
    scaled = 54;
  }
  uint64_t bits = pf_double_bits(x);
  *exponent = (int)(bits >> 52 & 2047) - 1022 - scaled;
  return pf_double_from_bits((bits & ~(2047ull << 52)) | 1022ull << 52);
}
float frexpf(float x, int *exponent) { return (float)frexp((double)x, exponent); }
long double frexpl(long double x, int *exponent) { return (long double)frexp((double)x, exponent); }

int ilogb(double x) {
  int exponent;
  if (x == 0) return (int)math_report(true, EDOM, -2147483648.0);
  if (math_is_nan(x)) return (int)math_report(true, EDOM, -2147483648.0);
  if (math_is_infinite(x)) return (int)math_report(true, EDOM, 2147483647.0);
  frexp(x, &exponent);
  return exponent - 1;
}
int ilogbf(float x) { return ilogb((double)x); }
int ilogbl(long double x) { return ilogb((double)x); }

double logb(double x) {
  if (x == 0) return math_report(true, ERANGE, -__builtin_inf());
  if (math_is_nan(x) || math_is_infinite(x)) return x * x;
  return ilogb(x);
}
MATH_VARIANTS_1(logb)

double modf(double x, double *whole) {
  *whole = __builtin_trunc(x);
  return math_is_infinite(x) ? copysign(0.0, x) : copysign(x - *whole, x);
}
float modff(float x, float *whole) {
  double part, rest = modf((double)x, &part);
  *whole = (float)part;
  return (float)rest;
}
long double modfl(long double x, long double *whole) {
  double part, rest = modf((double)x, &part);
  *whole = (long double)part;
  return (long double)rest;
}

double nextafter(double x, double y) {
  if (math_is_nan(x) || math_is_nan(y)) return x + y;
  if (x == y) return y;
  uint64_t bits = pf_double_bits(x);
  if (x == 0) {
    bits = (pf_double_bits(y) & 1ull << 63) | 1;
  } else if ((x < y) == (x > 0)) {
    bits++;
  } else {
    bits--;
  }
  double result = pf_double_from_bits(bits);
  return math_report(math_is_infinite(result) || !(bits >> 52 & 2047), ERANGE, result);
}
float nextafterf(float x, float y) {
  if (math_is_nan((double)x) || math_is_nan((double)y)) return x + y;
  if (x == y) return y;
  uint32_t bits = pf_float_bits(x);
  if (x == 0) {
    bits = (pf_float_bits(y) & 1u << 31) | 1;
  } else if ((x < y) == (x > 0)) {
    bits++;
  } else {
    bits--;
  }
  float result = pf_float_from_bits(bits);
  return (float)math_report(math_is_infinite((double)result) || !(bits >> 23 & 255), ERANGE, (double)result);
}
long double nextafterl(long double x, long double y) { return (long double)nextafter((double)x, (double)y); }
double nexttoward(double x, long double y) { return nextafter(x, (double)y); }
float nexttowardf(float x, long double y) { return nextafterf(x, (float)y); }
long double nexttowardl(long double x, long double y) { return nextafterl(x, y); }

double nan(const char *text) {
  (void)text;
  return __builtin_nan("");
}
float nanf(const char *text) { return (float)nan(text); }
long double nanl(const char *text) { return (long double)nan(text); }

#define MATH_TO_INTEGER(name, type, rounding)                \
  type name(double x) { return (type)rounding(x); }          \
  type name##f(float x) { return (type)rounding((double)x); } \
  type name##l(long double x) { return (type)rounding((double)x); }

MATH_TO_INTEGER(lrint, long, __builtin_rint)
MATH_TO_INTEGER(llrint, long long, __builtin_rint)
MATH_TO_INTEGER(lround, long, __builtin_round)
MATH_TO_INTEGER(llround, long long, __builtin_round)

/* --- classification, as functions: what glibc's headers may call ------------------------------------------------------------------ */

enum { MATH_NAN, MATH_INFINITE, MATH_ZERO, MATH_SUBNORMAL, MATH_NORMAL };

int __fpclassify(double x) {
  if (math_is_nan(x)) return MATH_NAN;
  if (math_is_infinite(x)) return MATH_INFINITE;
  if (x == 0) return MATH_ZERO;
  return pf_double_bits(x) >> 52 & 2047 ? MATH_NORMAL : MATH_SUBNORMAL;
}
int __fpclassifyf(float x) {
  int class = __fpclassify((double)x);
  return class == MATH_NORMAL && !(pf_float_bits(x) >> 23 & 255) ? MATH_SUBNORMAL : class;
}
int __fpclassifyl(long double x) { return __fpclassify((double)x); }

#define MATH_PREDICATE(name, condition)                                     \
  static int math_##name(double x) { return condition; }                    \
  int __##name(double x) { return math_##name(x); }                         \
  int __##name##f(float x) { return math_##name((double)x); }               \
  int __##name##l(long double x) { return math_##name((double)x); }         \
  int name(double x) { return math_##name(x); }                             \
  int name##f(float x) { return math_##name((double)x); }                   \
  int name##l(long double x) { return math_##name((double)x); }

MATH_PREDICATE(isnan, math_is_nan(x))
MATH_PREDICATE(isinf, math_is_infinite(x) ? (x < 0 ? -1 : 1) : 0)
MATH_PREDICATE(finite, !math_is_nan(x) && !math_is_infinite(x))
MATH_PREDICATE(signbit, (int)(pf_double_bits(x) >> 63))

/* --- by the host ---------------------------------------------------------------------------------------------------------------------- */

#define MATH_HOST_1(name, operation, domain_error, range_error)                          \
  double name(double x) {                                                                \
    double result = __pf_math1(operation, x);                                            \
    math_report(domain_error, EDOM, 0);                                                  \
    return math_report(range_error, ERANGE, result);                                     \
  }                                                                                      \
  MATH_VARIANTS_1(name)

#define MATH_OVERFLOWS (math_is_infinite(result) && !math_is_infinite(x))

MATH_HOST_1(sin, PF_SIN, math_is_infinite(x), false)
MATH_HOST_1(cos, PF_COS, math_is_infinite(x), false)
MATH_HOST_1(tan, PF_TAN, math_is_infinite(x), false)
MATH_HOST_1(asin, PF_ASIN, __builtin_fabs(x) > 1, false)
MATH_HOST_1(acos, PF_ACOS, __builtin_fabs(x) > 1, false)
MATH_HOST_1(atan, PF_ATAN, false, false)
MATH_HOST_1(sinh, PF_SINH, false, MATH_OVERFLOWS)
MATH_HOST_1(cosh, PF_COSH, false, MATH_OVERFLOWS)
MATH_HOST_1(tanh, PF_TANH, false, false)
MATH_HOST_1(asinh, PF_ASINH, false, false)
MATH_HOST_1(acosh, PF_ACOSH, x < 1, false)
MATH_HOST_1(atanh, PF_ATANH, __builtin_fabs(x) > 1, __builtin_fabs(x) == 1)
MATH_HOST_1(exp, PF_EXP, false, MATH_OVERFLOWS || (result == 0 && !math_is_infinite(x)))
MATH_HOST_1(exp2, PF_EXP2, false, MATH_OVERFLOWS || (result == 0 && !math_is_infinite(x)))
MATH_HOST_1(expm1, PF_EXPM1, false, MATH_OVERFLOWS)
MATH_HOST_1(log, PF_LOG, x < 0, x == 0)
MATH_HOST_1(log2, PF_LOG2, x < 0, x == 0)
MATH_HOST_1(log10, PF_LOG10, x < 0, x == 0)
MATH_HOST_1(log1p, PF_LOG1P, x < -1, x == -1)
MATH_HOST_1(cbrt, PF_CBRT, false, false)

double pow(double x, double y) {
  double result = __pf_math2(PF_POW, x, y);
  /* The host follows ECMAScript, where 1 to an unbounded power is NaN. */
  if (x == 1 || (x == -1 && math_is_infinite(y))) result = 1;
  bool finite = !math_is_nan(x) && !math_is_infinite(x) && !math_is_nan(y) && !math_is_infinite(y);
  math_report(finite && math_is_nan(result), EDOM, 0);
  return math_report(finite && (math_is_infinite(result) || (result == 0 && x != 0)), ERANGE, result);
}
MATH_VARIANTS_2(pow)

double exp10(double x) { return pow(10, x); }
MATH_VARIANTS_1(exp10)
double pow10(double x) { return pow(10, x); }
MATH_VARIANTS_1(pow10)

double atan2(double y, double x) { return __pf_math2(PF_ATAN2, y, x); }
MATH_VARIANTS_2(atan2)

double hypot(double x, double y) {
  double result = __pf_math2(PF_HYPOT, x, y);
  return math_report(math_is_infinite(result) && !math_is_infinite(x) && !math_is_infinite(y), ERANGE, result);
}
MATH_VARIANTS_2(hypot)

void sincos(double x, double *sine, double *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}
void sincosf(float x, float *sine, float *cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}

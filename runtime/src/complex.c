/*
 * Complex numbers. Multiplication and division are what the compiler calls for `*` and `/`: the textbook's formulas, and where these
 * give NaN in both parts, C's annex G: an operand with an infinite part is infinite whatever the other part is. The functions
 * are their definitions over the real ones, so results may differ from a library's in the last digits.
 */
#include "float_bits.h"

double hypot(double x, double y);
double atan2(double y, double x);
double exp(double x);
double log(double x);
double sin(double x);
double cos(double x);
double sinh(double x);
double cosh(double x);

#define COMPLEX(real, imaginary) __builtin_complex((double)(real), (double)(imaginary))
#define IS_NAN(x) __builtin_isnan(x)
#define IS_INFINITE(x) __builtin_isinf(x)

#define COMPLEX_ARITHMETIC(type, suffix, letter)                                                                             \
  static type complex_unit##letter(type x) { return __builtin_copysign##suffix(IS_INFINITE(x) ? 1 : 0, x); }                 \
  static type complex_zero##letter(type x) { return IS_NAN(x) ? __builtin_copysign##suffix(0, x) : x; }                      \
                                                                                                                             \
  _Complex type __mul##letter##c3(type a, type b, type c, type d) {                                                          \
    type ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;                                           \
    if (IS_NAN(x) && IS_NAN(y)) {                                                                                            \
      bool again = false;                                                                                                    \
      if (IS_INFINITE(a) || IS_INFINITE(b)) {                                                                                \
        a = complex_unit##letter(a), b = complex_unit##letter(b);                                                            \
        c = complex_zero##letter(c), d = complex_zero##letter(d);                                                            \
        again = true;                                                                                                        \
      }                                                                                                                      \
      if (IS_INFINITE(c) || IS_INFINITE(d)) {                                                                                \
        c = complex_unit##letter(c), d = complex_unit##letter(d);                                                            \
        a = complex_zero##letter(a), b = complex_zero##letter(b);                                                            \
        again = true;                                                                                                        \
      }                                                                                                                      \
      if (!again && (IS_INFINITE(ac) || IS_INFINITE(bd) || IS_INFINITE(ad) || IS_INFINITE(bc))) {                            \
        a = complex_zero##letter(a), b = complex_zero##letter(b);                                                            \
        c = complex_zero##letter(c), d = complex_zero##letter(d);                                                            \
        again = true;                                                                                                        \
      }                                                                                                                      \
      if (again) x = __builtin_inf##suffix() * (a * c - b * d), y = __builtin_inf##suffix() * (a * d + b * c);               \
    }                                                                                                                        \
    return __builtin_complex(x, y);                                                                                          \
  }                                                                                                                          \
                                                                                                                             \
  _Complex type __div##letter##c3(type a, type b, type c, type d) {                                                          \
    type larger = __builtin_fabs##suffix(c) < __builtin_fabs##suffix(d) ? __builtin_fabs##suffix(d) : __builtin_fabs##suffix(c); \
    int shift = 0;                                                                                                           \
    if (larger > 0 && !IS_INFINITE(larger)) {                                                                                \
      for (; larger >= 2; larger /= 2) shift++;                                                                              \
      for (; larger < 1; larger *= 2) shift--;                                                                               \
      c = __builtin_scalbn##suffix(c, -shift), d = __builtin_scalbn##suffix(d, -shift);                                      \
    }                                                                                                                        \
    type size = c * c + d * d;                                                                                               \
    type x = __builtin_scalbn##suffix((a * c + b * d) / size, -shift), y = __builtin_scalbn##suffix((b * c - a * d) / size, -shift); \
    if (IS_NAN(x) && IS_NAN(y)) {                                                                                            \
      if (size == 0 && (!IS_NAN(a) || !IS_NAN(b))) {                                                                         \
        type infinity = __builtin_copysign##suffix(__builtin_inf##suffix(), c);                                              \
        x = infinity * a, y = infinity * b;                                                                                  \
      } else if ((IS_INFINITE(a) || IS_INFINITE(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {                     \
        a = complex_unit##letter(a), b = complex_unit##letter(b);                                                            \
        x = __builtin_inf##suffix() * (a * c + b * d), y = __builtin_inf##suffix() * (b * c - a * d);                        \
      } else if ((IS_INFINITE(c) || IS_INFINITE(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) {                     \
        c = complex_unit##letter(c), d = complex_unit##letter(d);                                                            \
        x = 0 * (a * c + b * d), y = 0 * (b * c - a * d);                                                                    \
      }                                                                                                                      \
    }                                                                                                                        \
    return __builtin_complex(x, y);                                                                                          \
  }

COMPLEX_ARITHMETIC(double, , d)
COMPLEX_ARITHMETIC(float, f, s)

/* --- parts --------------------------------------------------------------------------------------------------------------------- */

#define COMPLEX_PARTS(type, suffix)                                                                                 \
  type creal##suffix(_Complex type z) { return __real__ z; }                                                        \
  type cimag##suffix(_Complex type z) { return __imag__ z; }                                                        \
  _Complex type conj##suffix(_Complex type z) { return __builtin_complex(__real__ z, -__imag__ z); }                \
  _Complex type cproj##suffix(_Complex type z) {                                                                    \
    if (!IS_INFINITE(__real__ z) && !IS_INFINITE(__imag__ z)) return z;                                             \
    return __builtin_complex(__builtin_inf##suffix(), __builtin_copysign##suffix(0, __imag__ z));                   \
  }                                                                                                                 \
  type cabs##suffix(_Complex type z) { return (type)hypot((double)__real__ z, (double)__imag__ z); }                \
  type carg##suffix(_Complex type z) { return (type)atan2((double)__imag__ z, (double)__real__ z); }

COMPLEX_PARTS(double, )
COMPLEX_PARTS(float, f)
COMPLEX_PARTS(long double, l)

/* --- functions ------------------------------------------------------------------------------------------------------------------- */

static _Complex double complex_times_i(_Complex double z) { return COMPLEX(-__imag__ z, __real__ z); }
static _Complex double complex_over_i(_Complex double z) { return COMPLEX(__imag__ z, -__real__ z); }

_Complex double cexp(_Complex double z) {
  double size = exp(__real__ z), angle = __imag__ z;
  if (angle == 0) return COMPLEX(size, angle);
  return COMPLEX(size * cos(angle), size * sin(angle));
}

_Complex double clog(_Complex double z) { return COMPLEX(log(cabs(z)), carg(z)); }

_Complex double csqrt(_Complex double z) {
  double x = __real__ z, y = __imag__ z;
  if (x == 0 && y == 0) return COMPLEX(0, y);
  if (IS_INFINITE(y)) return COMPLEX(__builtin_inf(), y);
  double root = __builtin_sqrt((__builtin_fabs(x) + hypot(x, y)) / 2);
  if (x >= 0) return COMPLEX(root, y / (2 * root));
  return COMPLEX(__builtin_fabs(y) / (2 * root), __builtin_copysign(root, y));
}

_Complex double cpow(_Complex double base, _Complex double power) {
  if (__real__ base == 0 && __imag__ base == 0) return __real__ power == 0 && __imag__ power == 0 ? COMPLEX(1, 0) : COMPLEX(0, 0);
  return cexp(power * clog(base));
}

_Complex double csinh(_Complex double z) {
  double x = __real__ z, y = __imag__ z;
  return COMPLEX(sinh(x) * cos(y), cosh(x) * sin(y));
}
_Complex double ccosh(_Complex double z) {
  double x = __real__ z, y = __imag__ z;
  return COMPLEX(cosh(x) * cos(y), sinh(x) * sin(y));
}
_Complex double ctanh(_Complex double z) { return csinh(z) / ccosh(z); }
_Complex double csin(_Complex double z) { return complex_over_i(csinh(complex_times_i(z))); }
_Complex double ccos(_Complex double z) { return ccosh(complex_times_i(z)); }
_Complex double ctan(_Complex double z) { return complex_over_i(ctanh(complex_times_i(z))); }

_Complex double casinh(_Complex double z) { return clog(z + csqrt(z * z + 1)); }
_Complex double cacosh(_Complex double z) { return clog(z + csqrt(z + 1) * csqrt(z - 1)); }
_Complex double catanh(_Complex double z) { return (clog(1 + z) - clog(1 - z)) / 2; }
_Complex double casin(_Complex double z) { return complex_over_i(casinh(complex_times_i(z))); }
_Complex double cacos(_Complex double z) {
  _Complex double angle = casin(z);
  return COMPLEX(1.57079632679489661923 - __real__ angle, -__imag__ angle);
}
_Complex double catan(_Complex double z) { return complex_over_i(catanh(complex_times_i(z))); }

#define COMPLEX_FLOAT(name) \
  _Complex float name##f(_Complex float z) { return (_Complex float)name((_Complex double)z); }
COMPLEX_FLOAT(cexp)
COMPLEX_FLOAT(clog)
COMPLEX_FLOAT(csqrt)
COMPLEX_FLOAT(csinh)
COMPLEX_FLOAT(ccosh)
COMPLEX_FLOAT(ctanh)
COMPLEX_FLOAT(csin)
COMPLEX_FLOAT(ccos)
COMPLEX_FLOAT(ctan)
COMPLEX_FLOAT(casinh)
COMPLEX_FLOAT(cacosh)
COMPLEX_FLOAT(catanh)
COMPLEX_FLOAT(casin)
COMPLEX_FLOAT(cacos)
COMPLEX_FLOAT(catan)
_Complex float cpowf(_Complex float base, _Complex float power) { return (_Complex float)cpow((_Complex double)base, (_Complex double)power); }

/* Taking floats apart and putting them together, without arithmetic on them. */
#ifndef PATHFOLD_FLOAT_BITS_H
#define PATHFOLD_FLOAT_BITS_H

#include "internal.h"

static inline uint64_t pf_double_bits(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline double pf_double_from_bits(uint64_t bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

static inline uint32_t pf_float_bits(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline float pf_float_from_bits(uint32_t bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

static inline struct pf_float pf_decode_double(double value) {
  uint64_t bits = pf_double_bits(value);
  struct pf_float result;
  int exponent = (int)(bits >> 52) & 2047;
  uint64_t fraction = bits & ((1ull << 52) - 1);
  result.negative = bits >> 63;
  result.mantissa = fraction;
  if (exponent == 2047) {
    result.class = fraction ? FLOAT_NAN : FLOAT_INFINITE;
    result.exponent = 0;
  } else if (exponent == 0) {
    result.class = fraction ? FLOAT_FINITE : FLOAT_ZERO;
    result.exponent = -1074;
  } else {
    result.class = FLOAT_FINITE;
    result.mantissa = fraction | 1ull << 52;
    result.exponent = exponent - 1075;
  }
  return result;
}

#if __LDBL_MANT_DIG__ == 64
enum { LONG_DOUBLE_EXPONENT_SHIFT = 64, LONG_DOUBLE_LEAST_EXPONENT = -16445 };
#elif __LDBL_MANT_DIG__ == 113
enum { LONG_DOUBLE_EXPONENT_SHIFT = 112, LONG_DOUBLE_LEAST_EXPONENT = -16494 };
#else
#error "long double is neither the 80-bit nor the 128-bit format"
#endif

/* Both formats have 15 bits of exponent above the fraction; the 80-bit one stores the leading 1 explicitly. */
static inline struct pf_float pf_decode_long_double(const long double *value) {
  pf_mantissa bits = 0;
  __builtin_memcpy(&bits, value, __LDBL_MANT_DIG__ == 64 ? 10 : 16);
  struct pf_float result;
  int exponent = (int)(bits >> LONG_DOUBLE_EXPONENT_SHIFT) & 0x7fff;
  pf_mantissa fraction = bits & (((pf_mantissa)1 << LONG_DOUBLE_EXPONENT_SHIFT) - 1);
  result.negative = (bits >> LONG_DOUBLE_EXPONENT_SHIFT) >> 15 & 1;
  result.mantissa = fraction;
  result.exponent = LONG_DOUBLE_LEAST_EXPONENT;
  result.class = fraction ? FLOAT_FINITE : FLOAT_ZERO;
  if (exponent == 0x7fff) {
    if (__LDBL_MANT_DIG__ == 64) fraction &= (((pf_mantissa)1 << 63) - 1);
    result.class = fraction ? FLOAT_NAN : FLOAT_INFINITE;
  } else if (exponent != 0) {
    result.class = FLOAT_FINITE;
    result.mantissa = fraction | (pf_mantissa)1 << (__LDBL_MANT_DIG__ - 1);
    result.exponent = LONG_DOUBLE_LEAST_EXPONENT + exponent - 1;
  }
  return result;
}

#endif

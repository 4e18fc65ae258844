/*
 * %e %f %g %a: exact digits, correctly rounded to even, as many as asked for.
 */
#include "decimal.h"
#include "float_bits.h"

/* Significant decimal digits of a number: 0.d0 d1 d2 ... * 10^point. Digits beyond count are zero. */
struct float_digits {
  char *digit;
  int count;
  int point;
};

static void float_digits_from(struct float_digits *digits, const struct pf_decimal *number) {
  digits->point = __pfc_decimal_magnitude(number);
  digits->count = 0;
  for (int i = number->head; i < number->tail; i++) {
    char group[DECIMAL_LIMB_DIGITS];
    uint32_t limb = number->limb[i];
    for (int j = DECIMAL_LIMB_DIGITS - 1; j >= 0; j--) {
      group[j] = (char)('0' + limb % 10);
      limb /= 10;
    }
    for (int j = 0; j < DECIMAL_LIMB_DIGITS; j++) {
      if (digits->count > 0 || group[j] != '0') digits->digit[digits->count++] = group[j];
    }
  }
  while (digits->count > 0 && digits->digit[digits->count - 1] == '0') digits->count--;
}

/* Rounds to the first keep digits, halves to even. */
static void float_digits_round(struct float_digits *digits, int keep) {
  if (keep >= digits->count) return;
  if (keep < 0) {
    digits->count = 0;
    return;
  }
  char first_dropped = digits->digit[keep];
  bool up = first_dropped > '5';
  if (first_dropped == '5') up = digits->count > keep + 1 || (keep > 0 && (digits->digit[keep - 1] & 1));
  digits->count = keep;
  if (up) {
    while (digits->count > 0 && digits->digit[digits->count - 1] == '9') digits->count--;
    if (digits->count > 0) {
      digits->digit[digits->count - 1]++;
    } else {
      digits->digit[0] = '1';
      digits->count = 1;
      digits->point++;
    }
  }
  while (digits->count > 0 && digits->digit[digits->count - 1] == '0') digits->count--;
}

/* Digits from (included) to (excluded), zeros where there are none. */
static void float_emit_digits(struct pf_sink *sink, const struct float_digits *digits, int from, int to) {
  if (from < to && from < digits->count) {
    int stop = to < digits->count ? to : digits->count;
    __pfc_emit(sink, digits->digit + from, (size_t)(stop - from));
    from = stop;
  }
  __pfc_pad(sink, '0', to - from);
}

static int float_sign(char *prefix, const struct pf_format *format, bool negative) {
  if (negative) {
    prefix[0] = '-';
  } else if (format->flags & FORMAT_PLUS) {
    prefix[0] = '+';
  } else if (format->flags & FORMAT_SPACE) {
    prefix[0] = ' ';
  } else {
    return 0;
  }
  return 1;
}

/* Blanks before, sign or other prefix, zeros; blanks after are the caller's. Returns how many blanks follow. */
static int64_t float_emit_prefix(struct pf_sink *sink, const struct pf_format *format, const char *prefix, int prefix_length,
                              int64_t body_length) {
  int64_t fill = (int64_t)format->width - prefix_length;
  fill = fill > body_length ? fill - body_length : 0;
  bool left = format->flags & FORMAT_LEFT, zeros = !left && (format->flags & FORMAT_ZERO);
  if (!left && !zeros) __pfc_pad(sink, ' ', fill);
  __pfc_emit(sink, prefix, (size_t)prefix_length);
  if (zeros) __pfc_pad(sink, '0', fill);
  return left ? fill : 0;
}

static void float_emit_special(struct pf_sink *sink, const struct pf_format *format, const struct pf_float *value) {
  char text[4];
  struct pf_format blank = *format;
  blank.flags &= ~(unsigned)FORMAT_ZERO;
  int sign = float_sign(text, format, value->negative);
  bool upper = format->flags & FORMAT_UPPER;
  int64_t after = float_emit_prefix(sink, &blank, text, sign, 3);
  const char *word = value->class == FLOAT_NAN ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
  __pfc_emit(sink, word, 3);
  __pfc_pad(sink, ' ', after);
}

/* "e+05": at least digits digits, written backwards from end; returns the start. */
static char *float_exponent(char *end, int exponent, char letter, int digits) {
  unsigned magnitude = exponent < 0 ? 0u - (unsigned)exponent : (unsigned)exponent;
  for (; magnitude || digits > 0; digits--) {
    *--end = (char)('0' + magnitude % 10);
    magnitude /= 10;
  }
  *--end = exponent < 0 ? '-' : '+';
  *--end = letter;
  return end;
}

static void float_emit_fixed(struct pf_sink *sink, const struct pf_format *format, const struct float_digits *digits,
                             bool negative, int precision) {
  char prefix[1];
  int sign = float_sign(prefix, format, negative);
  int whole = digits->count > 0 && digits->point > 0 ? digits->point : 1;
  bool dot = precision > 0 || (format->flags & FORMAT_ALTERNATE);
  int64_t after = float_emit_prefix(sink, format, prefix, sign, (int64_t)whole + dot + (int64_t)precision);
  if (digits->count > 0 && digits->point > 0) {
    float_emit_digits(sink, digits, 0, digits->point);
  } else {
    __pfc_emit(sink, "0", 1);
  }
  if (dot) __pfc_emit(sink, ".", 1);
  /* Zeros up to the first digit, the digits there are, zeros for the rest. */
  int first = digits->count > 0 ? digits->point : 0, leading = 0;
  if (digits->count == 0) {
    leading = precision;
  } else if (first < 0) {
    leading = first > -precision ? -first : precision;
    first = 0;
  }
  int present = first < digits->count ? digits->count - first : 0;
  if (present > precision - leading) present = precision - leading;
  __pfc_pad(sink, '0', leading);
  float_emit_digits(sink, digits, first, first + present);
  __pfc_pad(sink, '0', precision - leading - present);
  __pfc_pad(sink, ' ', after);
}

static void float_emit_scientific(struct pf_sink *sink, const struct pf_format *format, const struct float_digits *digits,
                                  bool negative, int precision) {
  char prefix[1], exponent_text[8];
  int sign = float_sign(prefix, format, negative);
  bool dot = precision > 0 || (format->flags & FORMAT_ALTERNATE);
  int exponent = digits->count > 0 ? digits->point - 1 : 0;
  char *exponent_end = exponent_text + sizeof exponent_text;
  char *exponent_start = float_exponent(exponent_end, exponent, format->flags & FORMAT_UPPER ? 'E' : 'e', 2);
  int64_t body = 1 + dot + (int64_t)precision + (exponent_end - exponent_start);
  int64_t after = float_emit_prefix(sink, format, prefix, sign, body);
  float_emit_digits(sink, digits, 0, 1);
  if (dot) __pfc_emit(sink, ".", 1);
  if (precision > 0) {
    int present = digits->count < precision ? digits->count : precision;
    float_emit_digits(sink, digits, 1, present + 1);
    __pfc_pad(sink, '0', (int64_t)precision - present);
  }
  __pfc_emit(sink, exponent_start, (size_t)(exponent_end - exponent_start));
  __pfc_pad(sink, ' ', after);
}

/* How many digits to keep when rounding to so many places; the cap cannot be reached by real digits. */
static int float_keep(int point, int precision) { return precision > INT_MAX / 2 ? INT_MAX / 2 : point + precision; }

static void float_emit_decimal(struct pf_sink *sink, const struct pf_format *format, struct float_digits *digits,
                               bool negative) {
  int precision = format->precision < 0 ? 6 : format->precision;
  switch (format->conversion | 32) {
    case 'f':
      float_digits_round(digits, float_keep(digits->point, precision));
      float_emit_fixed(sink, format, digits, negative, precision);
      break;
    case 'e':
      float_digits_round(digits, float_keep(1, precision));
      float_emit_scientific(sink, format, digits, negative, precision);
      break;
    default: {
      if (precision == 0) precision = 1;
      float_digits_round(digits, precision);
      int exponent = digits->count > 0 ? digits->point - 1 : 0;
      bool fixed = exponent < precision && exponent >= -4;
      int places = fixed ? precision - 1 - exponent : precision - 1;
      if (!(format->flags & FORMAT_ALTERNATE)) {
        int needed = digits->count - (fixed ? digits->point : 1);
        if (digits->count == 0 || needed < 0) needed = 0;
        if (places > needed) places = needed;
      }
      if (fixed) {
        float_emit_fixed(sink, format, digits, negative, places);
      } else {
        float_emit_scientific(sink, format, digits, negative, places);
      }
    }
  }
}

/*
 * %a: the mantissa in hexadecimal, bits of it after the point. wasi-libc normalises subnormal numbers, glibc shows them as
 * stored; the 80-bit format has a whole digit before the point.
 */
static void float_emit_hexadecimal(struct pf_sink *sink, const struct pf_format *format, const struct pf_float *value,
                                   int fraction_bits) {
  pf_mantissa mantissa = value->class == FLOAT_ZERO ? 0 : value->mantissa;
  int exponent = mantissa ? value->exponent + fraction_bits : 0;
  if (PF_WASI && mantissa) {
    for (; !(mantissa >> fraction_bits); exponent--) mantissa <<= 1;
  }
  int digits = fraction_bits / 4;
  if (format->precision >= 0 && format->precision < digits) {
    int dropped = fraction_bits - 4 * format->precision;
    pf_mantissa unit = (pf_mantissa)1 << dropped, rest = mantissa & (unit - 1), half = unit >> 1;
    mantissa -= rest;
    if (rest > half || (rest == half && (mantissa & unit))) mantissa += unit;
    digits = format->precision;
    if (mantissa >> (fraction_bits + 4)) { /* only the 80-bit format can carry out of its first digit */
      mantissa >>= 4;
      exponent += 4;
    }
  } else if (format->precision < 0) {
    while (digits > 0 && !(mantissa >> (fraction_bits - 4 * digits) & 15)) digits--;
  }
  bool upper = format->flags & FORMAT_UPPER;
  const char *alphabet = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  char prefix[3], text[32], exponent_text[8];
  int prefix_length = float_sign(prefix, format, value->negative);
  prefix[prefix_length++] = '0';
  prefix[prefix_length++] = upper ? 'X' : 'x';
  for (int i = 0; i <= digits; i++) text[i] = alphabet[(unsigned)(mantissa >> (fraction_bits - 4 * i)) & 15];
  char *exponent_end = exponent_text + sizeof exponent_text;
  char *exponent_start = float_exponent(exponent_end, exponent, upper ? 'P' : 'p', 1);
  int64_t zeros = format->precision > digits ? (int64_t)format->precision - digits : 0;
  bool dot = digits > 0 || zeros > 0 || (format->flags & FORMAT_ALTERNATE);
  int64_t body = 1 + dot + digits + (exponent_end - exponent_start);
  int64_t after = float_emit_prefix(sink, format, prefix, prefix_length, body + zeros);
  __pfc_emit(sink, text, 1);
  if (dot) __pfc_emit(sink, ".", 1);
  __pfc_emit(sink, text + 1, (size_t)digits);
  __pfc_pad(sink, '0', zeros);
  __pfc_emit(sink, exponent_start, (size_t)(exponent_end - exponent_start));
  __pfc_pad(sink, ' ', after);
}

static void float_emit(struct pf_sink *sink, const struct pf_format *format, const struct pf_float *value, uint32_t *limbs,
                       int capacity, int point, char *digit_buffer) {
  struct pf_decimal number;
  struct float_digits digits = {digit_buffer, 0, 0};
  __pfc_decimal_zero(&number, limbs, capacity, point);
  if (value->class == FLOAT_FINITE) {
    pf_mantissa mantissa = value->mantissa;
    int exponent = value->exponent;
    while (exponent < 0 && !(mantissa & 255)) {
      mantissa >>= 8;
      exponent += 8;
    }
    while (exponent < 0 && !(mantissa & 1)) {
      mantissa >>= 1;
      exponent++;
    }
    __pfc_decimal_set(&number, mantissa);
    __pfc_decimal_scale(&number, exponent);
  }
  float_digits_from(&digits, &number);
  float_emit_decimal(sink, format, &digits, value->negative);
}

/* 309 digits before the point or 1074 after it, at most 767 of them significant. */
enum { DOUBLE_WHOLE_LIMBS = 36, DOUBLE_LIMBS = 36 + 121, DOUBLE_DIGITS = 784 };

void __pfc_emit_double(struct pf_sink *sink, const struct pf_format *format, double number) {
  struct pf_float value = pf_decode_double(number);
  if (value.class >= FLOAT_INFINITE) {
    float_emit_special(sink, format, &value);
  } else if ((format->conversion | 32) == 'a') {
    float_emit_hexadecimal(sink, format, &value, 52);
  } else {
    uint32_t limbs[DOUBLE_LIMBS];
    char digits[DOUBLE_DIGITS];
    float_emit(sink, format, &value, limbs, DOUBLE_LIMBS, DOUBLE_WHOLE_LIMBS, digits);
  }
}

/* 4933 digits before the point or 16494 after it, at most 11564 of them significant. */
enum { LONG_WHOLE_LIMBS = 552, LONG_LIMBS = 552 + 1836, LONG_DIGITS = 11600 };

void __pfc_emit_long_double(struct pf_sink *sink, const struct pf_format *format, const long double *number) {
  struct pf_float value = pf_decode_long_double(number);
  if (value.class >= FLOAT_INFINITE) {
    float_emit_special(sink, format, &value);
  } else if ((format->conversion | 32) == 'a') {
    float_emit_hexadecimal(sink, format, &value, __LDBL_MANT_DIG__ == 64 ? 60 : 112);
  } else {
    uint32_t limbs[LONG_LIMBS];
    char digits[LONG_DIGITS];
    float_emit(sink, format, &value, limbs, LONG_LIMBS, LONG_WHOLE_LIMBS, digits);
  }
}

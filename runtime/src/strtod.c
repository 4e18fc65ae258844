/*
 * Floats from text, correctly rounded.
 *
 * Short decimal numbers take Clinger's shortcut: up to 15 digits and a power of ten up to 10^22 are both exact doubles, so one
 * multiplication or division rounds once; for float these are 7 digits and 10^10. Digits may be symbolic there: the number is an
 * integer times a constant, which the solver compares as an integer. The power of ten is settled first, one path for each. All others go through exact decimals (decimal.h): the number is scaled by a power
 * of two until its integer part has more bits than the mantissa needs; what is left behind the point only matters as "zero
 * or not", so it is a sticky bit, and rounding is integer arithmetic. Hexadecimal numbers join at that last step.
 */
#include "decimal.h"
#include "float_bits.h"

/* A binary format: bits of mantissa, and the exponents of its last bit in the smallest and largest numbers. */
struct float_shape {
  int precision, least_exponent, greatest_exponent;
  int scaled_digits;      /* decimal digits that surely have more bits than precision */
  int decimal_limit;      /* numbers of 10^limit and more overflow; below 10^-limit they vanish */
  int significant_digits; /* more digits cannot matter, except by being non-zero */
};

static const struct float_shape float_shape_single = {24, -149, 104, 19, 400, 800};
static const struct float_shape float_shape_double = {53, -1074, 971, 19, 400, 800};
static const struct float_shape float_shape_long = {__LDBL_MANT_DIG__, LONG_DOUBLE_LEAST_EXPONENT,
                                                    16384 - __LDBL_MANT_DIG__, 38, 5100, 11700};

enum { STRTOD_DIGITS = 800, STRTOD_WHOLE_LIMBS = 48, STRTOD_LIMBS = 48 + 160 };
enum { STRTOLD_DIGITS = 11700, STRTOLD_WHOLE_LIMBS = 572, STRTOLD_LIMBS = 572 + 1900 };

/* Room to work in: small for float and double, large for long double. */
struct float_workspace {
  char *digits;
  uint32_t *limbs;
  int limb_count, point;
};

static int float_bit_length(pf_mantissa value) {
  int bits = 0;
  uint64_t word = (uint64_t)(value >> 64);
  if (word) {
    bits = 64;
  } else {
    word = (uint64_t)value;
  }
  for (; word; word >>= 1) bits++;
  return bits;
}

/* value / 2^shift to an integer, halves to even; sticky says that value had a non-zero fraction of its own. */
static pf_mantissa float_shift_rounding(pf_mantissa value, int shift, bool sticky, bool *inexact) {
  if (shift <= 0) {
    *inexact = sticky;
    return value << -shift;
  }
  if (shift > 127) {
    *inexact = true;
    return 0;
  }
  pf_mantissa unit = (pf_mantissa)1 << shift, rest = value & (unit - 1), half = unit >> 1, result = value >> shift;
  *inexact = rest != 0 || sticky;
  if (rest > half || (rest == half && (sticky || (result & 1)))) result++;
  return result;
}

/*
 * Whether a rounded number sets errno. C lets libraries choose for what is tiny. glibc looks at what was lost of tiny numbers.
 * WASI's library does so for decimal numbers, unless rounding carried into the next power of two; of hexadecimal numbers it
 * reports only those that vanish, or that are far too large.
 */
static bool float_out_of_range(const struct float_shape *shape, bool hexadecimal, int top, int places, bool tiny,
                               const struct pf_float *rounded) {
  bool infinite = rounded->class == FLOAT_INFINITE;
  if (!PF_WASI) return infinite || tiny;
  if (hexadecimal) return rounded->mantissa == 0 || (infinite && top - 31 > -shape->least_exponent);
  return infinite || (tiny && !(places >= 0 && rounded->mantissa >> places));
}

/* Rounds value * 2^exponent, value not zero, to the shape. Sets errno when it does not fit. */
static struct pf_float float_round(const struct float_shape *shape, pf_mantissa value, int exponent, bool sticky,
                                   bool hexadecimal) {
  struct pf_float result = {FLOAT_FINITE, false, 0, 0};
  int top = exponent + float_bit_length(value) - 1, places = top + 1 - shape->least_exponent;
  int natural = top + 1 - shape->precision;
  result.exponent = natural < shape->least_exponent ? shape->least_exponent : natural;
  bool inexact, tiny = natural < shape->least_exponent;
  result.mantissa = float_shift_rounding(value, result.exponent - exponent, sticky, &inexact);
  if (tiny && result.mantissa >> (shape->precision - 1)) {
    /* Rounded up to the smallest normal number: tiny only if it would not be so with unlimited exponents. */
    bool ignored;
    tiny = !(float_shift_rounding(value, natural - exponent, sticky, &ignored) >> shape->precision);
  }
  if (result.mantissa >> shape->precision) {
    result.mantissa >>= 1;
    result.exponent++;
  }
  if (result.exponent > shape->greatest_exponent) result.class = FLOAT_INFINITE;
  else if (result.mantissa == 0) result.class = FLOAT_ZERO;
  if (float_out_of_range(shape, hexadecimal, top, places, tiny && inexact, &result)) errno = ERANGE;
  return result;
}

/* The same value, no longer symbolic: paths fork until it is known. It lies between low and high. */
static int float_settled(int value, int low, int high) {
  if (!__pf_is_symbolic((uint64_t)value)) return value;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (value <= middle) high = middle;
    else low = middle + 1;
  }
  return low;
}

/* With more symbolic digits than this, one path for each combination would be too many. */
enum { SETTLED_DIGITS = 4 };

/* 0.d0 d1 ... d(count-1) * 10^point */
static struct pf_float float_from_digits(const struct float_shape *shape, struct float_workspace *work, int count, int point,
                                         bool sticky) {
  struct pf_float result = {FLOAT_ZERO, false, 0, 0};
  if (count == 0) return result;
  if (point > shape->decimal_limit || point < -shape->decimal_limit) {
    errno = ERANGE;
    if (point > 0) result.class = FLOAT_INFINITE;
    return result;
  }
  point = float_settled(point, -shape->decimal_limit, shape->decimal_limit);
  if (count <= SETTLED_DIGITS && shape->precision <= 53) {
    for (int i = 0; i < count; i++) work->digits[i] = (char)float_settled(work->digits[i], '0', '9');
  }
  struct pf_decimal number;
  __pfc_decimal_zero(&number, work->limbs, work->limb_count, work->point);
  /* Offset the powers of ten so that division rounds the same way on both sides of the point. */
  int base = work->point * DECIMAL_LIMB_DIGITS;
  number.head = (base - point) / DECIMAL_LIMB_DIGITS;
  number.tail = (base - point + count - 1) / DECIMAL_LIMB_DIGITS + 1;
  __builtin_memset(number.limb + number.head, 0, (size_t)(number.tail - number.head) * sizeof *number.limb);
  int place = base - point;
  for (int i = 0; i < count; i++, place++) {
    uint32_t *limb = &number.limb[place / DECIMAL_LIMB_DIGITS];
    *limb = *limb * 10 + (uint32_t)(work->digits[i] - '0');
  }
  for (; place % DECIMAL_LIMB_DIGITS; place++) number.limb[number.tail - 1] *= 10;

  int exponent = 0, wanted = shape->scaled_digits, magnitude;
  while ((magnitude = __pfc_decimal_magnitude(&number)) > wanted) {
    int bits = (magnitude - wanted) * 3;
    __pfc_decimal_scale(&number, -bits);
    exponent += bits;
  }
  while ((magnitude = __pfc_decimal_magnitude(&number)) < wanted - 1) {
    int bits = (wanted - 1 - magnitude) * 3;
    __pfc_decimal_scale(&number, bits);
    exponent -= bits;
  }
  pf_mantissa whole = 0;
  for (int i = number.head; i < number.point; i++) whole = whole * DECIMAL_LIMB + (i < number.tail ? number.limb[i] : 0);
  return float_round(shape, whole, exponent, sticky || number.tail > number.point, false);
}

static const double strtod_powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* What parsing found; shortcut holds the value when the fast way applied. */
struct float_parse {
  struct pf_float value;
  bool has_shortcut;
  double shortcut;
  const char *end;
};

/* Optional exponent after the digits: letter, sign, digits. Huge ones saturate. */
static const char *float_parse_exponent(const char *at, char letter, int *exponent) {
  *exponent = 0;
  if ((*at | 32) != letter) return at;
  const char *digits = at + 1;
  bool negative = *digits == '-';
  if (*digits == '-' || *digits == '+') digits++;
  if (!pf_is_digit(*digits)) return at;
  for (; pf_is_digit(*digits); digits++) {
    if (*exponent < 100000000) *exponent = *exponent * 10 + (*digits - '0');
  }
  if (negative) *exponent = -*exponent;
  return digits;
}

static bool float_parse_decimal(const struct float_shape *shape, struct float_workspace *work, const char *at,
                                struct float_parse *parse) {
  int count = 0, point = 0, exponent;
  bool any = false, dot = false, sticky = false;
  for (;; at++) {
    if (*at == '.' && !dot) {
      dot = true;
      continue;
    }
    if (!pf_is_digit(*at)) break;
    any = true;
    if (count == 0 && *at == '0') {
      if (dot) point--;
      continue;
    }
    if (count < shape->significant_digits) {
      work->digits[count++] = *at;
    } else if (*at != '0') {
      sticky = true;
    }
    if (!dot) point++;
  }
  if (!any) return false;
  parse->end = float_parse_exponent(at, 'e', &exponent);
  while (count > 0 && work->digits[count - 1] == '0') count--;
  point += exponent;
  int power = point - count;
  int exact_digits = shape->precision == 53 ? 15 : shape->precision == 24 ? 7 : 0;
  int exact_power = shape->precision == 53 ? 22 : 10;
  if (count <= exact_digits && power >= -exact_power && power <= exact_power) {
    power = float_settled(power, -exact_power, exact_power);
    uint64_t whole = 0;
    /* '0' to '9' are 0x30 to 0x39; this way it shows how small a digit is, also when it is symbolic. */
    for (int i = 0; i < count; i++) whole = whole * 10 + (uint64_t)(work->digits[i] & 15);
    double scale = strtod_powers_of_ten[power < 0 ? -power : power];
    parse->has_shortcut = true;
    if (shape->precision == 24) {
      parse->shortcut = power < 0 ? (float)whole / (float)scale : (float)whole * (float)scale;
    } else {
      parse->shortcut = power < 0 ? (double)whole / scale : (double)whole * scale;
    }
  } else {
    parse->value = float_from_digits(shape, work, count, point, sticky);
  }
  return true;
}

static bool float_parse_hexadecimal(const struct float_shape *shape, const char *at, struct float_parse *parse) {
  pf_mantissa value = 0;
  int scale = 0, exponent;
  bool any = false, dot = false, sticky = false;
  for (;; at++) {
    if (*at == '.' && !dot) {
      dot = true;
      continue;
    }
    unsigned digit = pf_digit_value((unsigned char)*at);
    if (digit >= 16) break;
    any = true;
    if (value >> 120) {
      sticky |= digit != 0;
      if (!dot) scale += 4;
    } else {
      value = value << 4 | digit;
      if (dot) scale -= 4;
    }
  }
  if (!any) return false;
  parse->end = float_parse_exponent(at, 'p', &exponent);
  if (value) parse->value = float_round(shape, value, scale + exponent, sticky, true);
  return true;
}

static const char *float_match_word(const char *at, const char *word) {
  for (; *word; at++, word++) {
    if ((*at | 32) != *word) return NULL;
  }
  return at;
}

/* NAN, optionally with something in parentheses. */
static const char *float_skip_nan_text(const char *at) {
  if (*at != '(') return at;
  const char *inside = at + 1;
  while (pf_digit_value((unsigned char)*inside) < 36 || *inside == '_') inside++;
  return *inside == ')' ? inside + 1 : at;
}

static void float_parse_text(const struct float_shape *shape, struct float_workspace *work, const char *text, char **end,
                             struct float_parse *parse) {
  const char *at = text, *word;
  struct float_parse nothing = {{FLOAT_ZERO, false, 0, 0}, false, 0, text};
  *parse = nothing;
  while (pf_is_space((unsigned char)*at)) at++;
  bool negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  if ((word = float_match_word(at, "inf"))) {
    const char *longer = float_match_word(word, "inity");
    parse->value.class = FLOAT_INFINITE;
    parse->end = longer ? longer : word;
  } else if ((word = float_match_word(at, "nan"))) {
    parse->value.class = FLOAT_NAN;
    parse->end = float_skip_nan_text(word);
  } else if (!(at[0] == '0' && (at[1] | 32) == 'x' && float_parse_hexadecimal(shape, at + 2, parse))) {
    if (!float_parse_decimal(shape, work, at, parse)) negative = false;
  }
  parse->value.negative = negative;
  if (parse->end == text) pf_no_number();
  if (end) *end = (char *)parse->end;
}

double strtod(const char *restrict text, char **restrict end) {
  char digits[STRTOD_DIGITS];
  uint32_t limbs[STRTOD_LIMBS];
  struct float_workspace work = {digits, limbs, STRTOD_LIMBS, STRTOD_WHOLE_LIMBS};
  struct float_parse parse;
  float_parse_text(&float_shape_double, &work, text, end, &parse);
  if (parse.has_shortcut) return parse.value.negative ? -parse.shortcut : parse.shortcut;
  uint64_t bits = (uint64_t)parse.value.negative << 63;
  if (parse.value.class == FLOAT_FINITE) {
    uint64_t mantissa = (uint64_t)parse.value.mantissa;
    bits |= mantissa >> 52 ? (uint64_t)(parse.value.exponent + 1075) << 52 | (mantissa & ((1ull << 52) - 1)) : mantissa;
  } else if (parse.value.class != FLOAT_ZERO) {
    bits |= 0x7ffull << 52 | (parse.value.class == FLOAT_NAN ? 1ull << 51 : 0);
  }
  return pf_double_from_bits(bits);
}

float strtof(const char *restrict text, char **restrict end) {
  char digits[STRTOD_DIGITS];
  uint32_t limbs[STRTOD_LIMBS];
  struct float_workspace work = {digits, limbs, STRTOD_LIMBS, STRTOD_WHOLE_LIMBS};
  struct float_parse parse;
  float_parse_text(&float_shape_single, &work, text, end, &parse);
  if (parse.has_shortcut) return (float)(parse.value.negative ? -parse.shortcut : parse.shortcut);
  uint32_t bits = (uint32_t)parse.value.negative << 31;
  if (parse.value.class == FLOAT_FINITE) {
    uint32_t mantissa = (uint32_t)parse.value.mantissa;
    bits |= mantissa >> 23 ? (uint32_t)(parse.value.exponent + 150) << 23 | (mantissa & ((1u << 23) - 1)) : mantissa;
  } else if (parse.value.class != FLOAT_ZERO) {
    bits |= 0xffu << 23 | (parse.value.class == FLOAT_NAN ? 1u << 22 : 0);
  }
  return pf_float_from_bits(bits);
}

long double strtold(const char *restrict text, char **restrict end) {
  char digits[STRTOLD_DIGITS];
  uint32_t limbs[STRTOLD_LIMBS];
  struct float_workspace work = {digits, limbs, STRTOLD_LIMBS, STRTOLD_WHOLE_LIMBS};
  struct float_parse parse;
  float_parse_text(&float_shape_long, &work, text, end, &parse);
  pf_mantissa bits = 0, exponent = 0, explicit_one = (pf_mantissa)1 << (__LDBL_MANT_DIG__ - 1);
  if (parse.value.class == FLOAT_FINITE) {
    bits = parse.value.mantissa;
    if (bits & explicit_one) exponent = (pf_mantissa)(parse.value.exponent - LONG_DOUBLE_LEAST_EXPONENT + 1);
  } else if (parse.value.class != FLOAT_ZERO) {
    exponent = 0x7fff;
    bits = explicit_one | (parse.value.class == FLOAT_NAN ? explicit_one >> 1 : 0);
  }
  bits &= ((pf_mantissa)1 << LONG_DOUBLE_EXPONENT_SHIFT) - 1;
  bits |= (exponent | (pf_mantissa)parse.value.negative << 15) << LONG_DOUBLE_EXPONENT_SHIFT;
  long double value = 0;
  __builtin_memcpy(&value, &bits, __LDBL_MANT_DIG__ == 64 ? 10 : 16);
  return value;
}

double atof(const char *text) { return strtod(text, NULL); }

double strtod_l(const char *restrict text, char **restrict end, void *locale) {
  (void)locale;
  return strtod(text, end);
}

float strtof_l(const char *restrict text, char **restrict end, void *locale) {
  (void)locale;
  return strtof(text, end);
}

long double strtold_l(const char *restrict text, char **restrict end, void *locale) {
  (void)locale;
  return strtold(text, end);
}

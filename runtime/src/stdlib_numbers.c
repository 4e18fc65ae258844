/* Integers: parsing, absolute values, division. */
#include "internal.h"

long strtol(const char *restrict text, char **restrict end, int base);
long long strtoll(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);

/* Any twelve digits fit 64 bits, in every base: no overflow to check, no branch to explore. */
enum { NUMBERS_SAFE_DIGITS = 12 };

uint64_t __pfc_parse_integer(const char *text, char **end, int base, bool *negative, bool *overflow) {
  const char *at = text;
  uint64_t value = 0;
  *negative = *overflow = false;
  if (end) *end = (char *)text;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return 0;
  }
  while (pf_is_space((unsigned char)*at)) at++;
  if (*at == '-' || *at == '+') *negative = *at++ == '-';
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] | 32) == 'x' && pf_digit_value((unsigned char)at[2]) < 16) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  unsigned radix = (unsigned)base, count = 0;
  for (;; at++, count++) {
    unsigned digit = pf_digit_value((unsigned char)*at);
    if (digit >= radix) break;
    if (count >= NUMBERS_SAFE_DIGITS && (value > UINT64_MAX / radix || value * radix > UINT64_MAX - digit)) *overflow = true;
    value = value * radix + digit;
  }
  if (count == 0) {
    pf_no_number();
    return 0;
  }
  if (end) *end = (char *)at;
  return value;
}

static int64_t numbers_signed(const char *text, char **end, int base, int64_t least, int64_t greatest) {
  bool negative, overflow;
  uint64_t magnitude = __pfc_parse_integer(text, end, base, &negative, &overflow);
  uint64_t limit = negative ? 0 - (uint64_t)least : (uint64_t)greatest;
  if (overflow || magnitude > limit) {
    errno = ERANGE;
    return negative ? least : greatest;
  }
  return (int64_t)(negative ? 0 - magnitude : magnitude);
}

static uint64_t numbers_unsigned(const char *text, char **end, int base, uint64_t greatest) {
  bool negative, overflow;
  uint64_t magnitude = __pfc_parse_integer(text, end, base, &negative, &overflow);
  if (overflow || magnitude > greatest) {
    errno = ERANGE;
    return greatest;
  }
  return negative ? 0 - magnitude : magnitude;
}

long strtol(const char *restrict text, char **restrict end, int base) {
  return (long)numbers_signed(text, end, base, LONG_MIN, LONG_MAX);
}

long long strtoll(const char *restrict text, char **restrict end, int base) {
  return numbers_signed(text, end, base, LLONG_MIN, LLONG_MAX);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
  return (unsigned long)numbers_unsigned(text, end, base, ULONG_MAX);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
  return numbers_unsigned(text, end, base, ULLONG_MAX);
}

intmax_t strtoimax(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
uintmax_t strtoumax(const char *restrict text, char **restrict end, int base) { return strtoull(text, end, base); }
long long strtoq(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
unsigned long long strtouq(const char *restrict text, char **restrict end, int base) { return strtoull(text, end, base); }

/* The names that C23 headers of glibc lead to: the same, but 0b introduces binary digits. */
static const char *numbers_skip_binary_prefix(const char *text, int *base, bool *negative) {
  const char *at = text;
  while (pf_is_space((unsigned char)*at)) at++;
  *negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  bool binary = (*base == 0 || *base == 2) && at[0] == '0' && (at[1] | 32) == 'b' && (at[2] == '0' || at[2] == '1');
  if (!binary) return NULL;
  *base = 2;
  return at + 2;
}

#define NUMBERS_C23(name, type, parse, clamp)                                  \
  type __isoc23_##name(const char *restrict text, char **restrict end, int base) { \
    bool negative;                                                             \
    const char *digits = numbers_skip_binary_prefix(text, &base, &negative);   \
    if (!digits) return name(text, end, base);                                 \
    uint64_t value = strtoull(digits, end, 2);                                 \
    clamp                                                                      \
    return (type)(negative ? 0 - value : value);                               \
  }
#define NUMBERS_CLAMP_SIGNED(least, greatest)                         \
  if (value > (negative ? 0 - (uint64_t)(least) : (uint64_t)(greatest))) { \
    errno = ERANGE;                                                   \
    return negative ? (least) : (greatest);                           \
  }
#define NUMBERS_CLAMP_UNSIGNED(greatest)   \
  if (value > (uint64_t)(greatest)) {      \
    errno = ERANGE;                        \
    return (greatest);                     \
  }

NUMBERS_C23(strtol, long, strtol, NUMBERS_CLAMP_SIGNED(LONG_MIN, LONG_MAX))
NUMBERS_C23(strtoll, long long, strtoll, NUMBERS_CLAMP_SIGNED(LLONG_MIN, LLONG_MAX))
NUMBERS_C23(strtoul, unsigned long, strtoul, NUMBERS_CLAMP_UNSIGNED(ULONG_MAX))
NUMBERS_C23(strtoull, unsigned long long, strtoull, NUMBERS_CLAMP_UNSIGNED(ULLONG_MAX))
NUMBERS_C23(strtoimax, intmax_t, strtoimax, NUMBERS_CLAMP_SIGNED(INTMAX_MIN, INTMAX_MAX))
NUMBERS_C23(strtoumax, uintmax_t, strtoumax, NUMBERS_CLAMP_UNSIGNED(UINTMAX_MAX))

/* glibc's ato* are strto* without the error; wasi-libc's simply wrap around. */
static uint64_t numbers_wrapping(const char *text) {
  while (pf_is_space((unsigned char)*text)) text++;
  bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  uint64_t value = 0;
  for (; pf_is_digit(*text); text++) value = value * 10 + (unsigned)(*text - '0');
  return negative ? 0 - value : value;
}

int atoi(const char *text) { return PF_WASI ? (int)numbers_wrapping(text) : (int)strtol(text, NULL, 10); }
long atol(const char *text) { return PF_WASI ? (long)numbers_wrapping(text) : strtol(text, NULL, 10); }
long long atoll(const char *text) { return PF_WASI ? (long long)numbers_wrapping(text) : strtoll(text, NULL, 10); }

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

#define NUMBERS_DIVISION(name, type)              \
  struct numbers_##name {                         \
    type quotient, remainder;                     \
  };                                              \
  struct numbers_##name name(type left, type right) { \
    struct numbers_##name result = {left / right, left % right}; \
    return result;                                \
  }

NUMBERS_DIVISION(div, int)
NUMBERS_DIVISION(ldiv, long)
NUMBERS_DIVISION(lldiv, long long)
NUMBERS_DIVISION(imaxdiv, intmax_t)

/* Six bits per character, least significant first. */
static const char numbers_radix64[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

long a64l(const char *text) {
  uint32_t value = 0;
  for (int shift = 0; shift < 36 && *text; shift += 6, text++) {
    const char *digit = strchr(numbers_radix64, *text);
    if (!digit) break;
    value |= (uint32_t)(digit - numbers_radix64) << shift;
  }
  return (int32_t)value;
}

char *l64a(long number) {
  static char text[7];
  int n = 0;
  for (uint32_t value = (uint32_t)number; value; value >>= 6) text[n++] = numbers_radix64[value & 63];
  text[n] = 0;
  return text;
}

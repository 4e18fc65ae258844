/* printf conversions: every flag, width, precision, length and conversion, on values chosen for trouble. */
#include "compare.h"

#include <limits.h>
#include <math.h>

int pf_snprintf(char *buffer, size_t size, const char *format, ...);

static char expected[40000], actual[40000];

#define SAME(size, format, ...)                                                                                \
  do {                                                                                                         \
    memset(expected, 1, 64);                                                                                   \
    memset(actual, 1, 64);                                                                                     \
    int right = snprintf(expected, size, format, ##__VA_ARGS__);                                               \
    int got = pf_snprintf(actual, size, format, ##__VA_ARGS__);                                                \
    compare_calls++;                                                                                           \
    if (right != got || (right >= 0 && (size) > 0 && strcmp(expected, actual) != 0))                           \
      DIFFERENCE("\"%s\": %d [%.60s], model %d [%.60s]", format, right, expected, got, actual);                \
  } while (0)

static double some_double(void) {
  static const double special[] = {0,     -0.0,   INFINITY, -INFINITY, NAN,     1,      10,    0.5,     1.5,
                                   2.5,   0.1,    1e15,     1e16,      1e17,    9.9999995, 0.0001, 0.00001, 0.00009999995,
                                   5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 123456789012345678.0, 0.125};
  uint64_t bits = draw();
  double value;
  switch (below(8)) {
    case 0: memcpy(&value, &bits, 8); return value;
    case 1: return (double)(int64_t)bits / 1000;
    case 2: return below(100000) / 100.0;
    case 3:
      bits &= 0x800fffffffffffffull;
      memcpy(&value, &bits, 8);
      return value;
    case 4: return special[below(sizeof special / sizeof *special)];
    case 5: return ldexp(below(4096), (int)below(60) - 40);
    case 6: return below(1000) + 0.5;
    default: return pow(10, (int)below(40) - 20);
  }
}

#ifndef __wasm__
static long double some_long_double(void) {
  long double value = some_double();
  if (below(2)) return value;
  uint64_t mantissa = draw() | 1ull << 63;
  unsigned short exponent = (unsigned short)draw();
  if (below(4)) exponent = (unsigned short)((exponent & 0x8000) | (16283 + below(200)));
  if ((exponent & 0x7fff) == 0) mantissa &= ~(1ull << 63);
  if ((exponent & 0x7fff) == 0x7fff) mantissa = 1ull << 63;
  memcpy(&value, &mantissa, 8);
  memcpy((char *)&value + 8, &exponent, 2);
  return value;
}
#endif

static uint64_t some_integer(void) {
  static const uint64_t special[] = {0,        1,         INT_MAX,   (uint64_t)INT_MIN, UINT_MAX, INT64_MAX, (uint64_t)INT64_MIN,
                                     UINT64_MAX, 128, 255, 32768, 65535};
  return below(8) ? draw() >> below(64) : special[below(12)];
}

/* %, flags, perhaps a width, perhaps a precision */
static char *begin_format(char *format, const char *flags, int with_precision) {
  char *at = format;
  *at++ = '%';
  for (unsigned n = below(4); n > 0; n--) *at++ = flags[below((unsigned)strlen(flags))];
  if (below(2)) at += sprintf(at, "%u", 1 + below(40));
  if (with_precision && below(2)) {
    *at++ = '.';
    if (below(4)) at += sprintf(at, "%u", below(30));
  }
  return at;
}

static void compare_integer(size_t size) {
  static const char *const lengths[] = {"hh", "h", "", "l", "ll", "j", "z", "t"};
  char format[64], *at = begin_format(format, "-+ #0", 1);
  unsigned length = below(8);
  uint64_t value = some_integer();
  char conversion = "diouxX"[below(6)];
  sprintf(at, "%s%c", lengths[length], conversion);
  if (length < 3) SAME(size, format, (int)value);
  else if (length == 3) SAME(size, format, (long)value);
  else if (length < 6) SAME(size, format, value);
  else SAME(size, format, (size_t)value);
}

static void compare_float(size_t size) {
  char format[64], *at = begin_format(format, "-+ #0", 1), conversion = "eEfFgGaA"[below(8)];
#ifndef __wasm__
  if (below(3) == 0) {
    long double value = some_long_double();
    sprintf(at, "L%c", conversion);
    /* glibc drops the zeros that # asks for when rounding carries into a new digit (%#g of 999999.5). */
    if ((conversion | 32) == 'g' && strchr(format, '#')) return;
    SAME(size, format, value);
    return;
  }
  if ((conversion | 32) == 'g' && strchr(format, '#')) conversion = 'f';
#endif
  double value = some_double();
  sprintf(at, "%c", conversion);
#ifdef __wasm__
  /* wasi-libc does not round to 12 hexadecimal digits, but prints all 13. */
  if ((conversion | 32) == 'a' && strstr(format, ".12")) return;
#endif
  SAME(size, format, value);
}

static void compare_text(size_t size) {
  char format[64], *at = begin_format(format, "-", 1);
  static const char *const texts[] = {"", "a", "hello world", "with\ttab", NULL};
  const char *text = texts[below(5)];
  switch (below(3)) {
    case 0:
      strcpy(at, "s");
      SAME(size, format, text);
      break;
    case 1: {
      char *character = begin_format(format, "-", 0);
      strcpy(character, "c");
      int value = 1 + (int)below(255);
      SAME(size, format, value);
      break;
    }
    default: {
      char *pointer = begin_format(format, "-", 0);
      strcpy(pointer, "p");
      void *value = below(3) ? (void *)(uintptr_t)(draw() >> 20) : NULL;
      SAME(size, format, value);
    }
  }
}

/* Arguments of different sizes by their numbers, some of them several times. */
static void compare_placed(size_t size) {
  static const char *const conversions[] = {"1$d", "2$s", "3$.3f", "4$lld", "5$c", "1$08x", "2$-12.4s|", "4$+lli", "3$e", "2$*1$s", "3$.*6$f", "4$0*6$lld"};
  char format[200] = "";
  unsigned count = 6 + below(6);
  /* Each once, so that what lies between them is known. */
  for (unsigned i = 0; i < 5; i++) strcat(strcat(format, "%"), conversions[(i * 2 + 1) % 5]);
  for (unsigned i = 0; i < count; i++) strcat(strcat(format, i % 3 ? " %" : "%%,%"), conversions[below(12)]);
  int number = (int)below(40), letter = 'a' + (int)below(26), digits = (int)below(12);
  double fraction = some_double();
  long long whole = (long long)some_integer();
  SAME(size, format, number, "some text", fraction, whole, letter, digits);
}

void compare_round(void) {
  size_t size = below(5) ? 2000 : below(20);
  if (below(20) == 0) compare_placed(size);
  switch (below(5)) {
    case 0:
    case 1: compare_integer(size); break;
    case 2:
    case 3: compare_float(size); break;
    default: compare_text(size);
  }
}

void compare_fixed_cases(void) {
  SAME(100, "plain text, 100%%");
  SAME(100, "%d %s %c %5.2f|%-8s|", 42, "x", 'y', 3.14159, "left");
  SAME(100, "%2147483648d", 1);
  SAME(100, "%*.*d|", -7, -3, 42);
  SAME(100, "%.*s|", 2, "abc");
  SAME(100, "%ls|%5ls|%-5.2ls|%lc", L"abc", L"xy", L"pqr", L'z');
  SAME(100, "%2$s %1$d|%1$5d|%2$-5s|", 42, "ab");
  SAME(100, "%1$*2$d|%1$.*3$d|%4$s|%%", 7, -5, 3, "end");
  SAME(100, "%3$s", 1, 2, "third");
  SAME(100, "before %1$ls after", L"wide");
  SAME(0, "%d", 12345);
  SAME(1, "%d", 12345);
  SAME(40000, "%.1100f", 5e-324);
  SAME(40000, "%.2000e", 2.2250738585072011e-308);
  SAME(40000, "%f", 1.7976931348623157e308);
  SAME(100, "%.0f %.0f %.0f %.0f", 0.5, 1.5, 2.5, 3.5);
  SAME(100, "%g %g %g", 1e-5, 123456.0, 1234567.0);
#ifndef __wasm__
  SAME(40000, "%.17000Lf", 3.6451995318824746025e-4951L);
  SAME(40000, "%.30000Lg", 3.6451995318824746025e-4951L);
  SAME(40000, "%Lf", 1.18973149535723176502e+4932L);
#endif
  int counts[2] = {0, 0};
  signed char short_counts[2] = {0, 0};
  snprintf(expected, 99, "abc%ndef%hhn", &counts[0], &short_counts[0]);
  pf_snprintf(actual, 99, "abc%ndef%hhn", &counts[1], &short_counts[1]);
  compare_calls++;
  if (counts[0] != counts[1] || short_counts[0] != short_counts[1]) DIFFERENCE("%%n stores %d, model %d", counts[0], counts[1]);
}

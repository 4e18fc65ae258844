/* strto*: every base, halfway cases between neighbouring floats, limits, and text that is almost a number. */
#include "compare.h"

#include <errno.h>
#include <limits.h>
#include <math.h>

double pf_strtod(const char *text, char **end);
float pf_strtof(const char *text, char **end);
long double pf_strtold(const char *text, char **end);
long pf_strtol(const char *text, char **end, int base);
unsigned long pf_strtoul(const char *text, char **end, int base);
long long pf_strtoll(const char *text, char **end, int base);
unsigned long long pf_strtoull(const char *text, char **end, int base);
int pf_atoi(const char *text);

static const char *const almost_numbers[] = {
    "inf", "INFINITY", "nan", "nan(abc)", "nan(", "infin", "0x", "0x.", "0xp1", ".", ".e1", "1e", "1e+", "e5", "0x1p", "0x1.8p+",
    "1.", "00.1", ".5", "5.e3", "0x.8", "-0", "0e999999999999", "1e-99999999999", "1e400", "1e-400", "2.2250738585072011e-308",
    "2.2250738585072012e-308", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1.7976931348623158e308",
    "1.7976931348623159e308", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7p1023", "0x0.fffffffffffff8p-1022",
    "0x0.fffffffffffffcp-1022", "0x0.fffffffffffffap-1022", "9223372036854775807", "9223372036854775808",
    "-9223372036854775809", "18446744073709551616", "4294967296", "-2147483649", "2147483648", "++1", "- 1", "0b101", "0777"};

static double from_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, 8);
  return isfinite(value) ? value : 1;
}

static void some_text(char *text) {
  char *at = text;
  if (below(8) == 0) *at++ = " \t\n"[below(3)];
  if (below(3) == 0) *at++ = "+-"[below(2)];
  switch (below(9)) {
    case 0: at += sprintf(at, "%.*e", (int)below(25), from_bits(draw())); break;
    case 1: { /* the middle between two floats, cut somewhere */
      float low = (float)from_bits(draw());
      double middle = ((double)low + (double)nextafterf(low, INFINITY)) / 2;
      at += sprintf(at, "%.*g", (int)below(60) + 1, isfinite(middle) ? middle : 1);
      break;
    }
    case 2: { /* the middle between two doubles: one bit more than a double has */
      uint64_t mantissa = draw() >> 11 | 1ull << 52;
      at += sprintf(at, "%llu%s", (unsigned long long)(mantissa * 2 + 1), below(2) ? "" : below(2) ? ".0000000000000000000001" : "e-5");
      break;
    }
    case 3:
      at += sprintf(at, "0x%llx.%llxp%d", (unsigned long long)draw() >> below(64), (unsigned long long)draw(), (int)below(2400) - 1200);
      break;
    case 4: at += sprintf(at, "%s", almost_numbers[below(sizeof almost_numbers / sizeof *almost_numbers)]); break;
    case 5:
      for (unsigned n = below(40) + 1; n > 0; n--) *at++ = (char)('0' + below(10));
      if (below(2)) {
        *at++ = '.';
        for (unsigned n = below(40); n > 0; n--) *at++ = (char)('0' + below(10));
      }
      if (below(2)) at += sprintf(at, "e%d", (int)below(700) - 350);
      break;
    case 6: at += sprintf(at, "%u.%u", below(1000), below(1000)); break;
    case 7:
      for (unsigned n = below(12); n > 0; n--) *at++ = "0123456789.eExXpPabc+-"[below(22)];
      break;
    default: at += sprintf(at, "%llu", (unsigned long long)draw() >> below(64));
  }
  if (below(3) == 0) *at++ = "xz .e"[below(5)];
  *at = 0;
}

/* wasi-libc reports fewer underflows, and its errno after success is its own business. */
#ifdef __wasm__
#define SAME_ERRNO 1
#else
#define SAME_ERRNO (real_errno == MODEL_ERRNO)
#endif

#define SAME(name, type, bytes, show, ...)                                                                       \
  do {                                                                                                           \
    char *right_end = NULL, *got_end = NULL;                                                                     \
    errno = 0;                                                                                                   \
    MODEL_ERRNO = 0;                                                                                             \
    type right = name(text, &right_end, ##__VA_ARGS__);                                                          \
    int real_errno = errno;                                                                                      \
    type got = pf_##name(text, &got_end, ##__VA_ARGS__);                                                         \
    compare_calls++;                                                                                             \
    if (memcmp(&right, &got, bytes) != 0 || right_end != got_end || !SAME_ERRNO)                                 \
      DIFFERENCE(#name "(\"%s\"): " show " to %d errno %d, model " show " to %d errno %d", text, right, (int)(right_end - text), \
                 real_errno, got, (int)(got_end - text), MODEL_ERRNO);                                           \
  } while (0)

static void compare_text(const char *text, int base) {
#ifdef __wasm__
  /* wasi-libc rounds hexadecimal numbers with many digits twice, and loses signs of NaNs and of what underflows. */
  double rough = fabs(strtod(text, NULL));
  if (!strpbrk(text, "xX") && (rough > 1e-30 || (rough == 0 && !strstr(text, "e-"))))
#endif
  {
    SAME(strtod, double, 8, "%a");
    SAME(strtof, float, 4, "%a");
  }
#ifndef __wasm__
  if (below(4) == 0) SAME(strtold, long double, 10, "%La");
#endif
  SAME(strtol, long, sizeof(long), "%ld", base);
  SAME(strtoul, unsigned long, sizeof(long), "%lu", base);
  SAME(strtoll, long long, 8, "%lld", base);
  SAME(strtoull, unsigned long long, 8, "%llu", base);
}

void compare_round(void) {
  static const int bases[] = {0, 10, 16, 8, 2, 36, 7};
  static char text[20000];
  some_text(text);
  compare_text(text, bases[below(7)]);
  if (strlen(text) < 10) {
    compare_calls++;
    if (atoi(text) != pf_atoi(text)) DIFFERENCE("atoi(\"%s\"): %d, model %d", text, atoi(text), pf_atoi(text));
  }
}

void compare_fixed_cases(void) {
  for (size_t i = 0; i < sizeof almost_numbers / sizeof *almost_numbers; i++) {
    compare_text(almost_numbers[i], 0);
    compare_text(almost_numbers[i], 10);
    compare_text(almost_numbers[i], 16);
  }
  static char digits[2000];
  memset(digits, '9', 1500);
  compare_text(digits, 10);
  memcpy(digits, "0.", 2);
  compare_text(digits, 10);
}

/* sscanf: random directives on random text, including text that almost matches. */
#include "compare.h"

int pf_sscanf(const char *text, const char *format, ...);

static char *some_directive(char *at) {
  char conversion = "diuoxXfegasc[np%"[below(16)];
  if (below(4) == 0) *at++ = " ,a"[below(3)];
  *at++ = '%';
  if (conversion != '%' && conversion != 'n') {
    if (below(6) == 0) *at++ = '*';
    if (below(3) == 0) at += sprintf(at, "%u", 1 + below(6));
  }
  if (strchr("diuoxX", conversion)) at += sprintf(at, "%s", (const char *[]){"h", "l", "hh", "j", "", ""}[below(6)]);
  if (strchr("fega", conversion)) at += sprintf(at, "%s", (const char *[]){"l", "L", ""}[below(3)]);
  *at++ = conversion;
  if (conversion == '[') at += sprintf(at, "%s", (const char *[]){"a-c]", "^,]", "]0]", "^]x]", "0-9-]", "abc0-9.]"}[below(6)]);
  *at = 0;
  return at;
}

static char *some_input(char *at) {
  static const char *const pieces[] = {"0x1f", "1e5", "inf", "nan", "infinity", "+", "-", ".", ".5", "077", "08", "0x.8p1",
                                       "99999999999999999999", "-99999999999999999999", "18446744073709551615", "0x1.8",
                                       "abc", "hello", "x,y", "  12", "a b", "1.", "-3.25",
#ifndef __wasm__
                                       "0x", "-0x", "1e", "1e+", "infi", "na", "0xg", "0xp", "(nil)", "nan(1)", "infinityx"
#endif
  };
  if (below(3) == 0) *at++ = " ,a%\n"[below(5)];
  switch (below(4)) {
    case 0: return at + sprintf(at, "%lld", (long long)draw() >> below(64));
    case 1:
      for (unsigned n = below(6); n > 0; n--) *at++ = "0123456789abc.-+ ,]"[below(19)];
      *at = 0;
      return at;
    case 2: return at + sprintf(at, "%s", pieces[below(sizeof pieces / sizeof *pieces)]);
    default: return at + sprintf(at, "%g", (double)(int64_t)draw() / 1e10);
  }
}

#define SAME(text, format)                                                                            \
  do {                                                                                                \
    static _Alignas(16) unsigned char right_values[4][512], got_values[4][512];                       \
    memset(right_values, 0x55, sizeof right_values);                                                  \
    memset(got_values, 0x55, sizeof got_values);                                                      \
    int right = sscanf(text, format, right_values[0], right_values[1], right_values[2], right_values[3]); \
    int got = pf_sscanf(text, format, got_values[0], got_values[1], got_values[2], got_values[3]);    \
    compare_calls++;                                                                                  \
    if (right != got || memcmp(right_values, got_values, sizeof right_values) != 0)                   \
      DIFFERENCE("sscanf(\"%s\", \"%s\"): %d, model %d", text, format, right, got);                   \
  } while (0)

void compare_round(void) {
  char format[200], text[400], *at = format;
  for (unsigned n = 1 + below(3); n > 0; n--) at = some_directive(at);
  if (below(4) == 0) *at++ = " ,x"[below(3)];
  *at = 0;
#ifdef __wasm__
  /* wasi-libc takes nothing but the standard's numbers for %p and leaves long doubles to a library of their own. */
  if (strstr(format, "L") || strstr(format, "p")) return;
#endif
  at = text;
  *at = 0;
  for (unsigned n = below(4) + (below(8) != 0); n > 0; n--) at = some_input(at);
  SAME(text, format);
}

void compare_fixed_cases(void) {
  static const char *const cases[][2] = {{"12 34", "%d%d"},   {"", "%d"},          {"  ", "%s"},      {"  ", " "},
                                         {"", "x"},           {"abc", "abd"},      {"5 apples", "%d %n%s"}, {"a:b:c", "%[^:]:%[^:]:%c"},
                                         {"100%", "%d%%"},    {"x", "%d"},         {"-", "%d"},       {"0x10 010 10", "%i%i%i"},
                                         {"abcdef", "%3c%2s"}, {"1,2,3", "%d,%d,%d"}, {"3.5e2x", "%lf%c"}, {"]]x", "%[]]"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) SAME(cases[i][0], cases[i][1]);
}

/* The C locale and no other. */
#include "internal.h"

char *setlocale(int category, const char *locale) {
  (void)category;
  bool known = !locale || !*locale || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
  return known ? "C" : NULL;
}

struct lconv {
  char *decimal_point, *texts[9];
  char numbers[14];
};

struct lconv *localeconv(void) {
  static struct lconv convention = {".", {"", "", "", "", "", "", "", "", ""}, {0}};
  for (size_t i = 0; i < sizeof convention.numbers; i++) convention.numbers[i] = CHAR_MAX;
  return &convention;
}

static int locale_object;

void *newlocale(int mask, const char *name, void *base) {
  (void)mask, (void)base;
  if (setlocale(0, name)) return &locale_object;
  errno = ENOENT;
  return NULL;
}

void *uselocale(void *locale) {
  (void)locale;
  return &locale_object;
}

void *duplocale(void *locale) { return locale; }

void freelocale(void *locale) { (void)locale; }

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

/* --- words and formats ------------------------------------------------------------------------------------------------------ */

/* Items are numbered (category << 16) + index, alike in glibc and musl but for the months and days, which glibc lists short first. */
char *nl_langinfo(int item) {
  static char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
  static char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                 "July",    "August",   "September", "October", "November", "December"};
  static char short_names[19][4];
  enum { CODESET_ITEM = 14, RADIX = 0x10000, TIME = 0x20000, MESSAGES = 0x50000 };
  if (item == CODESET_ITEM) return PF_WASI ? "ASCII" : "ANSI_X3.4-1968";
  if (item == RADIX) return ".";
  if (item == MESSAGES) return "^[yY]";
  if (item == MESSAGES + 1) return "^[nN]";
  int index = item - TIME;
  if (index < 0 || index > 0x2f) return "";
  if (index < 7 || (index >= 14 && index < 26)) {
    char *name = short_names[index < 7 ? index : index - 7];
    __builtin_memcpy(name, index < 7 ? days[index] : months[index - 14], 3);
    return name;
  }
  if (index < 14) return days[index - 7];
  if (index >= 26 && index < 38) return months[index - 26];
  static char *const formats[] = {"AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p"};
  return index < 44 ? formats[index - 38] : "";
}

char *nl_langinfo_l(int item, void *locale) { return (void)locale, nl_langinfo(item); }

/* Messages are not translated. */
char *gettext(const char *text) { return (char *)text; }
char *dgettext(const char *domain, const char *text) { return (void)domain, (char *)text; }
char *dcgettext(const char *domain, const char *text, int category) { return (void)domain, (void)category, (char *)text; }
char *ngettext(const char *one, const char *many, unsigned long n) { return (char *)(n == 1 ? one : many); }
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) { return (void)domain, ngettext(one, many, n); }
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) {
  return (void)domain, (void)category, ngettext(one, many, n);
}
char *textdomain(const char *domain) { return (char *)(domain ? domain : "messages"); }
char *bindtextdomain(const char *domain, const char *directory) { return (void)domain, (char *)directory; }
char *bind_textdomain_codeset(const char *domain, const char *codeset) { return (void)domain, (char *)codeset; }

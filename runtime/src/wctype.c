/* Classes of wide characters: those of the C locale, which knows ASCII only. */
#include "internal.h"

int isalnum(int c);
int isalpha(int c);
int isblank(int c);
int iscntrl(int c);
int isdigit(int c);
int isgraph(int c);
int islower(int c);
int isprint(int c);
int ispunct(int c);
int isspace(int c);
int isupper(int c);
int isxdigit(int c);

#define WCTYPE_CLASS(name)                                        \
  int isw##name(wint_t c) { return c < 128 && is##name((int)c); } \
  int isw##name##_l(wint_t c, void *locale) { return (void)locale, isw##name(c); }

WCTYPE_CLASS(alnum)
WCTYPE_CLASS(alpha)
WCTYPE_CLASS(blank)
WCTYPE_CLASS(cntrl)
WCTYPE_CLASS(digit)
WCTYPE_CLASS(graph)
WCTYPE_CLASS(lower)
WCTYPE_CLASS(print)
WCTYPE_CLASS(punct)
WCTYPE_CLASS(space)
WCTYPE_CLASS(upper)
WCTYPE_CLASS(xdigit)

wint_t towlower(wint_t c) { return c - 'A' < 26 ? c + 32 : c; }

wint_t towupper(wint_t c) { return c - 'a' < 26 ? c - 32 : c; }

/* --- classes by name ---------------------------------------------------------------------------------------------------------- */

static int (*const wctype_tests[])(wint_t) = {iswalnum, iswalpha, iswblank, iswcntrl, iswdigit, iswgraph,
                                              iswlower, iswprint, iswpunct, iswspace, iswupper, iswxdigit};

unsigned long wctype(const char *name) {
  static const char names[][8] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};
  for (unsigned long i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(name, names[i]) == 0) return i + 1;
  }
  return 0;
}

int iswctype(wint_t c, unsigned long type) { return type && wctype_tests[type - 1](c); }

typedef const int *wctype_mapping;

wctype_mapping wctrans(const char *name) {
  static const int lower = 1, upper = 2;
  return strcmp(name, "tolower") == 0 ? &lower : strcmp(name, "toupper") == 0 ? &upper : NULL;
}

wint_t towctrans(wint_t c, wctype_mapping mapping) { return !mapping ? c : *mapping == 1 ? towlower(c) : towupper(c); }

int wcwidth(wchar_t c) { return c == 0 ? 0 : iswprint((wint_t)c) ? 1 : -1; }

int wcswidth(const wchar_t *s, size_t n) {
  int width = 0;
  for (size_t i = 0; i < n && s[i]; i++) {
    int one = wcwidth(s[i]);
    if (one < 0) return -1;
    width += one;
  }
  return width;
}

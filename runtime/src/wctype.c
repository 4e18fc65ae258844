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

#define WCTYPE_CLASS(name) \
  int isw##name(wint_t c) { return c < 128 && is##name((int)c); }

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

/* Characters in the C locale, by range arithmetic: one comparison instead of a table keeps symbolic characters simple. */
#include "internal.h"

#define CTYPE_IN(c, first, last) ((unsigned)(c) - (first) <= (unsigned)(last) - (first))

int isdigit(int c) { return CTYPE_IN(c, '0', '9'); }
int islower(int c) { return CTYPE_IN(c, 'a', 'z'); }
int isupper(int c) { return CTYPE_IN(c, 'A', 'Z'); }
int isalpha(int c) { return CTYPE_IN(c | 32, 'a', 'z'); }
int isalnum(int c) { return CTYPE_IN(c | 32, 'a', 'z') | CTYPE_IN(c, '0', '9'); }
int isxdigit(int c) { return CTYPE_IN(c, '0', '9') | CTYPE_IN(c | 32, 'a', 'f'); }
int isblank(int c) { return (c == ' ') | (c == '\t'); }
int isspace(int c) { return (c == ' ') | CTYPE_IN(c, '\t', '\r'); }
int iscntrl(int c) { return CTYPE_IN(c, 0, 31) | (c == 127); }
int isprint(int c) { return CTYPE_IN(c, 32, 126); }
int isgraph(int c) { return CTYPE_IN(c, 33, 126); }
int ispunct(int c) { return CTYPE_IN(c, 33, 126) & !isalnum(c); }
int isascii(int c) { return CTYPE_IN(c, 0, 127); }
int toascii(int c) { return c & 127; }
int tolower(int c) { return CTYPE_IN(c, 'A', 'Z') ? c + 32 : c; }
int toupper(int c) { return CTYPE_IN(c, 'a', 'z') ? c - 32 : c; }
int _tolower(int c) { return c | 32; }
int _toupper(int c) { return c & ~32; }

#define CTYPE_WITH_LOCALE(name) \
  int name##_l(int c, void *locale) { \
    (void)locale;                   \
    return name(c);                 \
  }

CTYPE_WITH_LOCALE(isdigit)
CTYPE_WITH_LOCALE(islower)
CTYPE_WITH_LOCALE(isupper)
CTYPE_WITH_LOCALE(isalpha)
CTYPE_WITH_LOCALE(isalnum)
CTYPE_WITH_LOCALE(isxdigit)
CTYPE_WITH_LOCALE(isblank)
CTYPE_WITH_LOCALE(isspace)
CTYPE_WITH_LOCALE(iscntrl)
CTYPE_WITH_LOCALE(isprint)
CTYPE_WITH_LOCALE(isgraph)
CTYPE_WITH_LOCALE(ispunct)
CTYPE_WITH_LOCALE(tolower)
CTYPE_WITH_LOCALE(toupper)

/* Messages in other languages, where the target's own headers have none. */
#if __has_include_next(<libintl.h>)
#include_next <libintl.h>
#else
#ifndef PATHFOLD_LIBINTL_H
#define PATHFOLD_LIBINTL_H
char *gettext(const char *text) __attribute__((__format_arg__(1)));
char *dgettext(const char *domain, const char *text) __attribute__((__format_arg__(2)));
char *dcgettext(const char *domain, const char *text, int category) __attribute__((__format_arg__(2)));
char *ngettext(const char *one, const char *many, unsigned long n) __attribute__((__format_arg__(1), __format_arg__(2)));
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n);
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category);
char *textdomain(const char *domain);
char *bindtextdomain(const char *domain, const char *folder);
char *bind_textdomain_codeset(const char *domain, const char *codeset);
#endif
#endif

/* Patterns of file names. */
#include "internal.h"

enum { FNMATCH_NO_MATCH = 1 };
enum { FNMATCH_PATHNAME = 1, FNMATCH_NOESCAPE = 2, FNMATCH_PERIOD = 4, FNMATCH_LEADING_DIR = 8, FNMATCH_CASEFOLD = 16 };

unsigned long wctype(const char *name);
int iswctype(wint_t c, unsigned long type);

static int fnmatch_fold(int c, int flags) { return flags & FNMATCH_CASEFOLD ? pf_to_lower(c) : c; }

/* Whether c is in the brackets at *pattern, which then points behind them; -1 when they are no brackets at all. */
static int fnmatch_brackets(const char **pattern, int c, int flags) {
  const char *p = *pattern + 1;
  bool inverted = *p == '!' || *p == '^', found = false;
  if (inverted) p++;
  for (bool first = true; first || *p != ']'; first = false) {
    if (!*p) return -1;
    if (p[0] == '[' && p[1] == ':') {
      char name[8];
      size_t n = 0;
      for (p += 2; *p && *p != ':' && n < sizeof name - 1; p++) name[n++] = *p;
      if (p[0] != ':' || p[1] != ']') return -1;
      name[n] = 0;
      unsigned long class = wctype(name);
      if (class && c < 128 && iswctype((wint_t)c, class)) found = true;
      p += 2;
      continue;
    }
    if (*p == '\\' && !(flags & FNMATCH_NOESCAPE) && p[1]) p++;
    int low = fnmatch_fold((unsigned char)*p++, flags), high = low;
    if (p[0] == '-' && p[1] && p[1] != ']') {
      p++;
      if (*p == '\\' && !(flags & FNMATCH_NOESCAPE) && p[1]) p++;
      high = fnmatch_fold((unsigned char)*p++, flags);
    }
    if (low <= fnmatch_fold(c, flags) && fnmatch_fold(c, flags) <= high) found = true;
  }
  *pattern = p + 1;
  return found != inverted;
}

static bool fnmatch_hidden(const char *text, const char *start, int flags) {
  return *text == '.' && flags & FNMATCH_PERIOD && (text == start || (flags & FNMATCH_PATHNAME && text[-1] == '/'));
}

static int fnmatch_from(const char *pattern, const char *text, const char *start, int flags) {
  for (;; text++) {
    char p = *pattern;
    if (!p) return *text == 0 || (flags & FNMATCH_LEADING_DIR && *text == '/') ? 0 : FNMATCH_NO_MATCH;
    if (p == '*') {
      if (fnmatch_hidden(text, start, flags)) return FNMATCH_NO_MATCH;
      while (*pattern == '*') pattern++;
      for (const char *at = text;; at++) {
        if (fnmatch_from(pattern, at, start, flags) == 0) return 0;
        if (!*at || (*at == '/' && flags & FNMATCH_PATHNAME)) return FNMATCH_NO_MATCH;
      }
    }
    int c = (unsigned char)*text;
    if (!c) return FNMATCH_NO_MATCH;
    if (p == '?' || p == '[') {
      if ((c == '/' && flags & FNMATCH_PATHNAME) || fnmatch_hidden(text, start, flags)) return FNMATCH_NO_MATCH;
      if (p == '?') {
        pattern++;
        continue;
      }
      int inside = fnmatch_brackets(&pattern, c, flags);
      if (inside == 1) continue;
      if (inside == 0 || c != '[') return FNMATCH_NO_MATCH;
      pattern++;
      continue;
    }
    if (p == '\\' && !(flags & FNMATCH_NOESCAPE)) {
      p = *++pattern;
      if (!p) return FNMATCH_NO_MATCH;
    }
    if (fnmatch_fold((unsigned char)p, flags) != fnmatch_fold(c, flags)) return FNMATCH_NO_MATCH;
    pattern++;
  }
}

int fnmatch(const char *pattern, const char *text, int flags) { return fnmatch_from(pattern, text, text, flags); }

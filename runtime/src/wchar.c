/*
 * Wide characters in the C locale: one byte is one wide character. Bytes above 127 have no wide counterpart in glibc; wasi-libc
 * gives them code units 0xdf80 to 0xdfff. No other locale can be chosen.
 */
#include "internal.h"

static bool wide_from_byte(wchar_t *to, unsigned char byte) {
  if (byte < 128) {
    *to = byte;
  } else if (PF_WASI) {
    *to = 0xdf00 | byte;
  } else {
    errno = EILSEQ;
    return false;
  }
  return true;
}

size_t __pfc_wide_to_bytes(char *to, wchar_t c) {
  if ((unsigned)c < 128 || (PF_WASI && (unsigned)c - 0xdf80 < 128)) {
    *to = (char)c;
    return 1;
  }
  errno = EILSEQ;
  return (size_t)-1;
}

size_t __ctype_get_mb_cur_max(void) { return 1; }

int mbtowc(wchar_t *restrict to, const char *restrict bytes, size_t n) {
  wchar_t c;
  if (!bytes) return 0;
  if (n == 0 || !wide_from_byte(&c, (unsigned char)*bytes)) return -1;
  if (to) *to = c;
  return *bytes != 0;
}

int mblen(const char *bytes, size_t n) { return mbtowc(NULL, bytes, n); }

int wctomb(char *to, wchar_t c) { return to ? (int)__pfc_wide_to_bytes(to, c) : 0; }

size_t mbrtowc(wchar_t *restrict to, const char *restrict bytes, size_t n, struct pf_conversion_state *restrict state) {
  wchar_t c;
  (void)state;
  if (!bytes) return 0;
  if (n == 0) return (size_t)-2;
  if (!wide_from_byte(&c, (unsigned char)*bytes)) return (size_t)-1;
  if (to) *to = c;
  return *bytes != 0;
}

size_t mbrlen(const char *restrict bytes, size_t n, struct pf_conversion_state *restrict state) {
  return mbrtowc(NULL, bytes, n, state);
}

size_t wcrtomb(char *restrict to, wchar_t c, struct pf_conversion_state *restrict state) {
  (void)state;
  return to ? __pfc_wide_to_bytes(to, c) : 1;
}

int mbsinit(const struct pf_conversion_state *state) {
  (void)state;
  return 1;
}

wint_t btowc(int c) {
  wchar_t wide;
  return c >= 0 && c < 256 && (c < 128 || PF_WASI) && wide_from_byte(&wide, (unsigned char)c) ? (wint_t)wide : (wint_t)-1;
}

int wctob(wint_t c) {
  return c < 128 || (PF_WASI && c - 0xdf80 < 128) ? (unsigned char)c : -1;
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t limit) {
  size_t n = 0;
  for (;; n++) {
    wchar_t c;
    if (to && n == limit) return n;
    if (!wide_from_byte(&c, (unsigned char)from[n])) return (size_t)-1;
    if (to) to[n] = c;
    if (!from[n]) return n;
  }
}

size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t limit) {
  size_t n = 0;
  for (;; n++) {
    char byte;
    if (to && n == limit) return n;
    if (__pfc_wide_to_bytes(&byte, from[n]) != 1) return (size_t)-1;
    if (to) to[n] = byte;
    if (!byte) return n;
  }
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t limit,
                 struct pf_conversion_state *restrict state) {
  (void)state;
  size_t n = mbstowcs(to, *from, limit);
  if (to && n != (size_t)-1) *from = n < limit ? NULL : *from + n;
  return n;
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t limit,
                 struct pf_conversion_state *restrict state) {
  (void)state;
  size_t n = wcstombs(to, *from, limit);
  if (to && n != (size_t)-1) *from = n < limit ? NULL : *from + n;
  return n;
}

/* --- wide strings -------------------------------------------------------------------------------------------------------- */

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t wcsnlen(const wchar_t *s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n]) n++;
  return n;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
  for (size_t i = 0; (to[i] = from[i]); i++) {
  }
  return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
  wcscpy(to + wcslen(to), from);
  return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  wchar_t *end = to + wcslen(to);
  size_t i = 0;
  for (; i < n && from[i]; i++) end[i] = from[i];
  end[i] = 0;
  return to;
}

wchar_t *wcsdup(const wchar_t *s) {
  size_t size = (wcslen(s) + 1) * sizeof(wchar_t);
  wchar_t *copy = malloc(size);
  if (copy) __builtin_memcpy(copy, s, size);
  return copy;
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
    if (!left[i]) return 0;
  }
  return 0;
}

int wcscmp(const wchar_t *left, const wchar_t *right) { return wcsncmp(left, right, SIZE_MAX); }

int wcscoll(const wchar_t *left, const wchar_t *right) { return wcsncmp(left, right, SIZE_MAX); }

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (;; s++) {
    if (*s == c) return (wchar_t *)s;
    if (!*s) return NULL;
  }
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *last = NULL;
  for (;; s++) {
    if (*s == c) last = s;
    if (!*s) return (wchar_t *)last;
  }
}

wchar_t *wcsstr(const wchar_t *restrict haystack, const wchar_t *restrict needle) {
  size_t n = wcslen(needle);
  for (;; haystack++) {
    if (wcsncmp(haystack, needle, n) == 0) return (wchar_t *)haystack;
    if (!*haystack) return NULL;
  }
}

size_t wcscspn(const wchar_t *s, const wchar_t *rejected) {
  size_t n = 0;
  while (s[n] && !wcschr(rejected, s[n])) n++;
  return n;
}

size_t wcsspn(const wchar_t *s, const wchar_t *accepted) {
  size_t n = 0;
  while (s[n] && wcschr(accepted, s[n])) n++;
  return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accepted) {
  s += wcscspn(s, accepted);
  return *s ? (wchar_t *)s : NULL;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  __builtin_memcpy(to, from, n * sizeof(wchar_t));
  return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
  __builtin_memmove(to, from, n * sizeof(wchar_t));
  return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  }
  return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (s[i] == c) return (wchar_t *)(s + i);
  }
  return NULL;
}

/* Numbers, words and dates in wide strings: what a number consists of are characters that all have bytes. */
#include "internal.h"

wint_t towlower(wint_t c);
size_t wcslen(const wchar_t *s);
size_t wcsspn(const wchar_t *s, const wchar_t *accepted);
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accepted);
size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t limit);
size_t wcsnlen(const wchar_t *s, size_t limit);
long strtol(const char *restrict text, char **restrict end, int base);
long long strtoll(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
struct tm;
size_t strftime(char *restrict buffer, size_t size, const char *restrict format, const struct tm *restrict time);

/* The text up to what no number contains, on the heap: as many bytes as there are wide characters. */
static char *wide_number_text(const wchar_t *text) {
  size_t n = 0;
  while (text[n] && (unsigned)text[n] < 128) n++;
  char *bytes = malloc(n + 1);
  if (!bytes) return NULL;
  for (size_t i = 0; i < n; i++) bytes[i] = (char)text[i];
  bytes[n] = 0;
  return bytes;
}

#define WIDE_NUMBER(type, name, call)                                        \
  type name {                                                                \
    char *bytes = wide_number_text(text), *stop = bytes;                     \
    if (!bytes) return 0;                                                    \
    type value = call;                                                       \
    if (end) *end = (wchar_t *)text + (stop - bytes);                        \
    free(bytes);                                                             \
    return value;                                                            \
  }

WIDE_NUMBER(long, wcstol(const wchar_t *restrict text, wchar_t **restrict end, int base), strtol(bytes, &stop, base))
WIDE_NUMBER(long long, wcstoll(const wchar_t *restrict text, wchar_t **restrict end, int base), strtoll(bytes, &stop, base))
WIDE_NUMBER(unsigned long, wcstoul(const wchar_t *restrict text, wchar_t **restrict end, int base), strtoul(bytes, &stop, base))
WIDE_NUMBER(unsigned long long, wcstoull(const wchar_t *restrict text, wchar_t **restrict end, int base), strtoull(bytes, &stop, base))
WIDE_NUMBER(double, wcstod(const wchar_t *restrict text, wchar_t **restrict end), strtod(bytes, &stop))
WIDE_NUMBER(float, wcstof(const wchar_t *restrict text, wchar_t **restrict end), strtof(bytes, &stop))
WIDE_NUMBER(long double, wcstold(const wchar_t *restrict text, wchar_t **restrict end), strtold(bytes, &stop))

intmax_t wcstoimax(const wchar_t *restrict text, wchar_t **restrict end, int base) { return wcstoll(text, end, base); }
uintmax_t wcstoumax(const wchar_t *restrict text, wchar_t **restrict end, int base) { return wcstoull(text, end, base); }

wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict separators, wchar_t **restrict place) {
  wchar_t *word = text ? text : *place;
  if (!word) return NULL;
  word += wcsspn(word, separators);
  if (!*word) return *place = NULL, NULL;
  *place = wcspbrk(word, separators);
  if (*place) *(*place)++ = 0;
  return word;
}

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t size) {
  size_t n = wcslen(from);
  if (n < size) __builtin_memcpy(to, from, (n + 1) * sizeof *to);
  return n;
}

int wcsncasecmp(const wchar_t *left, const wchar_t *right, size_t n) {
  for (size_t i = 0; i < n; i++) {
    wint_t a = towlower((wint_t)left[i]), b = towlower((wint_t)right[i]);
    if (a != b) return (wchar_t)a < (wchar_t)b ? -1 : 1;
    if (!a) return 0;
  }
  return 0;
}

int wcscasecmp(const wchar_t *left, const wchar_t *right) { return wcsncasecmp(left, right, SIZE_MAX); }

/* In any locale, as there is one. */
int wcscoll(const wchar_t *left, const wchar_t *right);
int wcscasecmp_l(const wchar_t *left, const wchar_t *right, void *locale) { return (void)locale, wcscasecmp(left, right); }
int wcsncasecmp_l(const wchar_t *left, const wchar_t *right, size_t n, void *locale) { return (void)locale, wcsncasecmp(left, right, n); }
int wcscoll_l(const wchar_t *left, const wchar_t *right, void *locale) { return (void)locale, wcscoll(left, right); }
size_t wcsxfrm_l(wchar_t *restrict to, const wchar_t *restrict from, size_t size, void *locale) { return (void)locale, wcsxfrm(to, from, size); }

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
  size_t n = wcslen(from);
  __builtin_memcpy(to, from, (n + 1) * sizeof *to);
  return to + n;
}

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  size_t length = wcsnlen(from, n);
  for (size_t i = 0; i < n; i++) to[i] = i < length ? from[i] : 0;
  return to + length;
}

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  __builtin_memcpy(to, from, n * sizeof *to);
  return to + n;
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  while (*s && *s != c) s++;
  return (wchar_t *)s;
}

wchar_t *wcswcs(const wchar_t *haystack, const wchar_t *needle) {
  wchar_t *wcsstr(const wchar_t *restrict, const wchar_t *restrict);
  return wcsstr(haystack, needle);
}

size_t wcsftime(wchar_t *restrict buffer, size_t size, const wchar_t *restrict format, const struct tm *restrict time) {
  char *bytes = wide_number_text(format), *text = malloc(size ? size : 1);
  size_t n = bytes && text ? strftime(text, size, bytes, time) : 0;
  if (n > 0) mbstowcs(buffer, text, size);
  free(bytes);
  free(text);
  return n;
}

/* --- parts of strings, converted -------------------------------------------------------------------------------------------- */

size_t mbrtowc(wchar_t *restrict to, const char *restrict bytes, size_t n, struct pf_conversion_state *restrict state);

size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t most, size_t limit, struct pf_conversion_state *restrict state) {
  const char *at = *from;
  size_t n = 0;
  for (; n < most && !(to && n == limit); n++) {
    wchar_t c;
    if (mbrtowc(&c, at + n, 1, state) == (size_t)-1) {
      if (to) *from = at + n;
      return (size_t)-1;
    }
    if (to) to[n] = c;
    if (!c) {
      if (to) *from = NULL;
      return n;
    }
  }
  if (to) *from = at + n;
  return n;
}

size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t most, size_t limit, struct pf_conversion_state *restrict state) {
  (void)state;
  const wchar_t *at = *from;
  size_t n = 0;
  for (; n < most && !(to && n == limit); n++) {
    char byte;
    if (__pfc_wide_to_bytes(&byte, at[n]) != 1) {
      if (to) *from = at + n;
      return (size_t)-1;
    }
    if (to) to[n] = byte;
    if (!byte) {
      if (to) *from = NULL;
      return n;
    }
  }
  if (to) *from = at + n;
  return n;
}

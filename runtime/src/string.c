/* Strings as wholes: length, copying, comparison, duplication. */
#include "internal.h"

char *stpcpy(char *restrict to, const char *restrict from);
char *stpncpy(char *restrict to, const char *restrict from, size_t n);

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strnlen(const char *s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n]) n++;
  return n;
}

char *strcpy(char *restrict to, const char *restrict from) {
  stpcpy(to, from);
  return to;
}

char *stpcpy(char *restrict to, const char *restrict from) {
  while ((*to = *from)) {
    to++;
    from++;
  }
  return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  stpncpy(to, from, n);
  return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  __builtin_memset(to + i, 0, n - i);
  return to + i;
}

char *strcat(char *restrict to, const char *restrict from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
  char *end = to + strlen(to);
  size_t i = 0;
  for (; i < n && from[i]; i++) end[i] = from[i];
  end[i] = 0;
  return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
  size_t n = strlen(from);
  if (size > 0) {
    size_t copied = n < size ? n : size - 1;
    __builtin_memcpy(to, from, copied);
    to[copied] = 0;
  }
  return n;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t used = strnlen(to, size);
  if (used == size) return size + strlen(from);
  return used + strlcpy(to + used, from, size - used);
}

int strcmp(const char *left, const char *right) {
  while (*left == *right && *left) {
    left++;
    right++;
  }
  return (unsigned char)*left - (unsigned char)*right;
}

int strncmp(const char *left, const char *right, size_t n) {
  for (; n > 0; n--, left++, right++) {
    if (*left != *right) return (unsigned char)*left - (unsigned char)*right;
    if (!*left) return 0;
  }
  return 0;
}

int strcasecmp(const char *left, const char *right) {
  for (;; left++, right++) {
    int a = pf_to_lower((unsigned char)*left), b = pf_to_lower((unsigned char)*right);
    if (a != b) return a - b;
    if (!a) return 0;
  }
}

int strncasecmp(const char *left, const char *right, size_t n) {
  for (; n > 0; n--, left++, right++) {
    int a = pf_to_lower((unsigned char)*left), b = pf_to_lower((unsigned char)*right);
    if (a != b) return a - b;
    if (!a) return 0;
  }
  return 0;
}

int strcasecmp_l(const char *left, const char *right, void *locale) {
  (void)locale;
  return strcasecmp(left, right);
}

int strncasecmp_l(const char *left, const char *right, size_t n, void *locale) {
  (void)locale;
  return strncasecmp(left, right, n);
}

/* The C locale sorts by byte. */
int strcoll(const char *left, const char *right) { return strcmp(left, right); }

int strcoll_l(const char *left, const char *right, void *locale) {
  (void)locale;
  return strcmp(left, right);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t size) {
  size_t n = strlen(from);
  if (n < size) __builtin_memcpy(to, from, n + 1);
  return n;
}

size_t strxfrm_l(char *restrict to, const char *restrict from, size_t size, void *locale) {
  (void)locale;
  return strxfrm(to, from, size);
}

/* What the common digits before the first difference say about how to compare the rest. */
enum string_digit_run { RUN_NONE, RUN_INTEGER, RUN_FRACTION, RUN_ZEROS };

static enum string_digit_run string_common_run(const char *s, size_t end) {
  size_t start = end;
  while (start > 0 && pf_is_digit((unsigned char)s[start - 1])) start--;
  if (start == end) return RUN_NONE;
  if (s[start] != '0') return RUN_INTEGER;
  for (size_t i = start; i < end; i++) {
    if (s[i] != '0') return RUN_FRACTION;
  }
  return RUN_ZEROS;
}

static size_t string_digits(const char *s) {
  size_t n = 0;
  while (pf_is_digit((unsigned char)s[n])) n++;
  return n;
}

/* Digit runs compare as numbers, unless they start with zeros: those are fractions, smaller the more zeros they have. */
int strverscmp(const char *left, const char *right) {
  size_t i = 0;
  while (left[i] == right[i]) {
    if (!left[i]) return 0;
    i++;
  }
  int difference = (unsigned char)left[i] - (unsigned char)right[i];
  size_t left_digits = string_digits(left + i), right_digits = string_digits(right + i);
  enum string_digit_run run = string_common_run(left, i);
  if (run == RUN_ZEROS && (left_digits == 0) != (right_digits == 0)) return left_digits ? -1 : 1;
  bool numbers = run == RUN_INTEGER || (run == RUN_NONE && left_digits && right_digits && left[i] != '0' && right[i] != '0');
  if (numbers && left_digits != right_digits) return left_digits > right_digits ? 1 : -1;
  return difference;
}

char *strndup(const char *s, size_t limit) {
  size_t n = strnlen(s, limit);
  char *copy = malloc(n + 1);
  if (copy) {
    __builtin_memcpy(copy, s, n);
    copy[n] = 0;
  }
  return copy;
}

char *strdup(const char *s) {
  size_t n = strlen(s) + 1;
  char *copy = malloc(n);
  if (copy) __builtin_memcpy(copy, s, n);
  return copy;
}

/* Older glibc headers lead here. */
char *__strdup(const char *s) { return strdup(s); }

char *__strndup(const char *s, size_t limit) { return strndup(s, limit); }

/* Finding things in strings, and cutting strings into tokens. */
#include "internal.h"

char *strtok_r(char *restrict text, const char *restrict separators, char **restrict rest);

char *strchrnul(const char *s, int byte) {
  while (*s && *s != (char)byte) s++;
  return (char *)s;
}

char *strchr(const char *s, int byte) {
  for (;; s++) {
    if (*s == (char)byte) return (char *)s;
    if (!*s) return NULL;
  }
}

char *strrchr(const char *s, int byte) {
  const char *last = NULL;
  for (;; s++) {
    if (*s == (char)byte) last = s;
    if (!*s) return (char *)last;
  }
}

char *index(const char *s, int byte) { return strchr(s, byte); }

char *rindex(const char *s, int byte) {
  const char *last = NULL;
  for (;; s++) {
    if (*s == (char)byte) last = s;
    if (!*s) return (char *)last;
  }
}

static bool string_search_among(char c, const char *set) {
  for (; *set; set++) {
    if (*set == c) return true;
  }
  return false;
}

size_t strspn(const char *s, const char *accepted) {
  size_t n = 0;
  while (s[n] && string_search_among(s[n], accepted)) n++;
  return n;
}

size_t strcspn(const char *s, const char *rejected) {
  size_t n = 0;
  while (s[n] && !string_search_among(s[n], rejected)) n++;
  return n;
}

char *strpbrk(const char *s, const char *accepted) {
  s += strcspn(s, accepted);
  return *s ? (char *)s : NULL;
}

char *strstr(const char *haystack, const char *needle) {
  for (;; haystack++) {
    size_t i = 0;
    while (needle[i] && haystack[i] == needle[i]) i++;
    if (!needle[i]) return (char *)haystack;
    if (!haystack[i]) return NULL;
  }
}

char *strcasestr(const char *haystack, const char *needle) {
  if (PF_WASI && !*haystack) return NULL; /* even for an empty needle */
  for (;; haystack++) {
    size_t i = 0;
    while (needle[i] && pf_to_lower((unsigned char)haystack[i]) == pf_to_lower((unsigned char)needle[i])) i++;
    if (!needle[i]) return (char *)haystack;
    if (!haystack[i]) return NULL;
  }
}

char *strnstr(const char *haystack, const char *needle, size_t limit) {
  size_t n = strlen(needle);
  for (; n <= limit; haystack++, limit--) {
    if (strncmp(haystack, needle, n) == 0) return (char *)haystack;
    if (!*haystack) return NULL;
  }
  return NULL;
}

static char *string_search_token_rest;

char *strtok(char *restrict text, const char *restrict separators) {
  return strtok_r(text, separators, &string_search_token_rest);
}

char *strtok_r(char *restrict text, const char *restrict separators, char **restrict rest) {
  char *token = text ? text : *rest;
  if (!token) return NULL;
  token += strspn(token, separators);
  if (!*token) {
    *rest = token;
    return NULL;
  }
  char *end = token + strcspn(token, separators);
  if (*end) *end++ = 0;
  *rest = end;
  return token;
}

char *__strtok_r(char *restrict text, const char *restrict separators, char **restrict rest) {
  return strtok_r(text, separators, rest);
}

char *strsep(char **rest, const char *separators) {
  char *token = *rest;
  if (!token) return NULL;
  char *end = token + strcspn(token, separators);
  if (*end) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = NULL;
  }
  return token;
}

/* string.h, strings.h and ctype.h on short strings over a small alphabet, where collisions are frequent. */
#define _GNU_SOURCE
#include "compare.h"

#include <ctype.h>
#include <strings.h>

int pf_memcmp(const void *, const void *, size_t);
int pf_strcmp(const char *, const char *);
int pf_strncmp(const char *, const char *, size_t);
int pf_strcasecmp(const char *, const char *);
int pf_strncasecmp(const char *, const char *, size_t);
int pf_strcoll(const char *, const char *);
int pf_strverscmp(const char *, const char *);
size_t pf_strlen(const char *);
size_t pf_strnlen(const char *, size_t);
size_t pf_strspn(const char *, const char *);
size_t pf_strcspn(const char *, const char *);
size_t pf_strxfrm(char *, const char *, size_t);
void *pf_memchr(const void *, int, size_t);
void *pf_memrchr(const void *, int, size_t);
void *pf_memmem(const void *, size_t, const void *, size_t);
char *pf_strchr(const char *, int);
char *pf_strrchr(const char *, int);
char *pf_strchrnul(const char *, int);
char *pf_strpbrk(const char *, const char *);
char *pf_strstr(const char *, const char *);
char *pf_strcasestr(const char *, const char *);
char *pf_strcpy(char *, const char *);
char *pf_stpcpy(char *, const char *);
char *pf_strncpy(char *, const char *, size_t);
char *pf_stpncpy(char *, const char *, size_t);
char *pf_strcat(char *, const char *);
char *pf_strncat(char *, const char *, size_t);
void *pf_memccpy(void *, const void *, int, size_t);
void *pf_mempcpy(void *, const void *, size_t);
void *pf_memmove(void *, const void *, size_t);
char *pf_strtok_r(char *, const char *, char **);
char *pf_strsep(char **, const char *);
char *pf_strdup(const char *);
char *pf_strndup(const char *, size_t);
void pf_free(void *);
char *pf_strerror(int);

static int sign(int value) { return (value > 0) - (value < 0); }

static void some_string(char *to, const char *alphabet, unsigned longest) {
  unsigned n = below(longest + 1), letters = (unsigned)strlen(alphabet);
  for (unsigned i = 0; i < n; i++) to[i] = alphabet[below(letters)];
  to[n] = 0;
}

#define SAME_NUMBER(call, model, ...)                                                             \
  do {                                                                                            \
    long right = (long)(call), got = (long)(model);                                               \
    compare_calls++;                                                                              \
    if (right != got) DIFFERENCE(#call " on \"%s\" \"%s\" %zu: %ld, model %ld", a, b, n, right, got); \
  } while (0)
/* Pointers are compared by where they point into the same string. */
#define SAME_PLACE(call, model) SAME_NUMBER((const char *)(call) ? (const char *)(call)-a : -1, (const char *)(model) ? (const char *)(model)-a : -1)
#define SAME_WRITE(function)                                                        \
  do {                                                                              \
    char right[64] = "xyz", got[64] = "xyz";                                        \
    memset(right + 4, '#', 60);                                                     \
    memset(got + 4, '#', 60);                                                       \
    long right_place = (char *)function(right, a) - right, got_place = (char *)pf_##function(got, a) - got; \
    compare_calls++;                                                                \
    if (right_place != got_place || memcmp(right, got, 64) != 0) DIFFERENCE(#function "(\"%s\")", a); \
  } while (0)
#define SAME_WRITE_N(function, ...)                                                 \
  do {                                                                              \
    char right[64] = "xyz", got[64] = "xyz";                                        \
    memset(right + 4, '#', 60);                                                     \
    memset(got + 4, '#', 60);                                                       \
    char *right_result = (char *)function(right, __VA_ARGS__), *got_result = (char *)pf_##function(got, __VA_ARGS__); \
    long right_place = right_result ? right_result - right : -1, got_place = got_result ? got_result - got : -1; \
    compare_calls++;                                                                \
    if (right_place != got_place || memcmp(right, got, 64) != 0) DIFFERENCE(#function "(\"%s\", %zu)", a, n); \
  } while (0)

static void compare_tokens(const char *a, const char *b) {
  char right[64], got[64], *right_rest, *got_rest;
  strcpy(right, a);
  strcpy(got, a);
  char *right_token = strtok_r(right, b, &right_rest), *got_token = pf_strtok_r(got, b, &got_rest);
  for (;; right_token = strtok_r(NULL, b, &right_rest), got_token = pf_strtok_r(NULL, b, &got_rest)) {
    compare_calls++;
    if (!right_token != !got_token || (right_token && strcmp(right_token, got_token) != 0)) DIFFERENCE("strtok_r(\"%s\", \"%s\")", a, b);
    if (!right_token || !got_token) break;
  }
  strcpy(right, a);
  strcpy(got, a);
  right_rest = right;
  got_rest = got;
  while (right_rest && got_rest) {
    right_token = strsep(&right_rest, b);
    got_token = pf_strsep(&got_rest, b);
    compare_calls++;
    if (strcmp(right_token, got_token) != 0 || !right_rest != !got_rest) DIFFERENCE("strsep(\"%s\", \"%s\")", a, b);
  }
}

void compare_round(void) {
  static const char *const alphabets[] = {"ab", "aAbB", "ab\xff\x80", "a,; ", "0123a.", "abcdefgh"};
  const char *alphabet = alphabets[below(6)];
  char a[32], b[32];
  size_t n = below(12);
  int c = alphabet[below((unsigned)strlen(alphabet))];
  if (below(10) == 0) c = 0;
  some_string(a, alphabet, 10);
  some_string(b, alphabet, 4);
  size_t length = strlen(a), shorter = length < strlen(b) ? length : strlen(b);
  SAME_NUMBER(sign(memcmp(a, b, shorter)), sign(pf_memcmp(a, b, shorter)));
  SAME_NUMBER(sign(strcmp(a, b)), sign(pf_strcmp(a, b)));
  SAME_NUMBER(sign(strncmp(a, b, n)), sign(pf_strncmp(a, b, n)));
  SAME_NUMBER(sign(strcasecmp(a, b)), sign(pf_strcasecmp(a, b)));
  SAME_NUMBER(sign(strncasecmp(a, b, n)), sign(pf_strncasecmp(a, b, n)));
  SAME_NUMBER(sign(strcoll(a, b)), sign(pf_strcoll(a, b)));
  SAME_NUMBER(sign(strverscmp(a, b)), sign(pf_strverscmp(a, b)));
  SAME_NUMBER(strlen(a), pf_strlen(a));
  SAME_NUMBER(strnlen(a, n), pf_strnlen(a, n));
  SAME_NUMBER(strspn(a, b), pf_strspn(a, b));
  SAME_NUMBER(strcspn(a, b), pf_strcspn(a, b));
  SAME_PLACE(memchr(a, c, length + 1), pf_memchr(a, c, length + 1));
  SAME_PLACE(memrchr(a, c, length + 1), pf_memrchr(a, c, length + 1));
  SAME_PLACE(memmem(a, length, b, strlen(b)), pf_memmem(a, length, b, strlen(b)));
  SAME_PLACE(strchr(a, c), pf_strchr(a, c));
  SAME_PLACE(strrchr(a, c), pf_strrchr(a, c));
  SAME_PLACE(strchrnul(a, c), pf_strchrnul(a, c));
  SAME_PLACE(strpbrk(a, b), pf_strpbrk(a, b));
  SAME_PLACE(strstr(a, b), pf_strstr(a, b));
  SAME_PLACE(strcasestr(a, b), pf_strcasestr(a, b));
  SAME_WRITE(strcpy);
  SAME_WRITE(stpcpy);
  SAME_WRITE(strcat);
  SAME_WRITE_N(strncpy, a, n);
  SAME_WRITE_N(stpncpy, a, n);
  SAME_WRITE_N(strncat, a, n);
  SAME_WRITE_N(mempcpy, a, n);
  SAME_WRITE_N(memccpy, a, c, length + 1);
  if (b[0]) compare_tokens(a, b);

  char right[40], got[40];
  size_t from = below(10), to = below(10);
  memset(right, 0, 40);
  memset(got, 0, 40);
  strcpy(right, "0123456789abcdefghij");
  strcpy(got, right);
  memmove(right + to, right + from, n);
  pf_memmove(got + to, got + from, n);
  compare_calls++;
  if (memcmp(right, got, 40) != 0) DIFFERENCE("memmove(%zu, %zu, %zu)", to, from, n);

  char *copy = pf_strdup(a), *part = pf_strndup(a, n);
  compare_calls += 2;
  if (strcmp(copy, a) != 0 || strncmp(part, a, n) != 0 || strlen(part) != strnlen(a, n)) DIFFERENCE("strdup(\"%s\")", a);
  pf_free(copy);
  pf_free(part);
}

#define SAME_CLASS(name)                                                                                    \
  do {                                                                                                      \
    int pf_##name(int);                                                                                     \
    for (int c = -1; c < 256; c++) {                                                                        \
      compare_calls++;                                                                                      \
      if (!(name)(c) != !pf_##name(c)) DIFFERENCE(#name "(%d): %d, model %d", c, (name)(c), pf_##name(c));  \
    }                                                                                                       \
  } while (0)
#define SAME_CASE(name)                                                                                     \
  do {                                                                                                      \
    int pf_##name(int);                                                                                     \
    for (int c = -1; c < 256; c++) {                                                                        \
      compare_calls++;                                                                                      \
      if ((name)(c) != pf_##name(c)) DIFFERENCE(#name "(%d): %d, model %d", c, (name)(c), pf_##name(c));    \
    }                                                                                                       \
  } while (0)

#ifndef __wasm__
const unsigned short **pf___ctype_b_loc(void);
const int **pf___ctype_tolower_loc(void);
const int **pf___ctype_toupper_loc(void);
#endif

void compare_fixed_cases(void) {
  SAME_CLASS(isalnum);
  SAME_CLASS(isalpha);
  SAME_CLASS(isblank);
  SAME_CLASS(iscntrl);
  SAME_CLASS(isdigit);
  SAME_CLASS(isgraph);
  SAME_CLASS(islower);
  SAME_CLASS(isprint);
  SAME_CLASS(ispunct);
  SAME_CLASS(isspace);
  SAME_CLASS(isupper);
  SAME_CLASS(isxdigit);
  SAME_CASE(tolower);
  SAME_CASE(toupper);
  for (int i = 0; i < 140; i++) {
    compare_calls++;
    if (strcmp(strerror(i), pf_strerror(i)) != 0) DIFFERENCE("strerror(%d): %s, model %s", i, strerror(i), pf_strerror(i));
  }
#ifndef __wasm__
  for (int c = -128; c < 256; c++) {
    compare_calls += 3;
    if ((*__ctype_b_loc())[c] != (*pf___ctype_b_loc())[c]) DIFFERENCE("class table at %d", c);
    if ((*__ctype_tolower_loc())[c] != (*pf___ctype_tolower_loc())[c]) DIFFERENCE("lower table at %d", c);
    if ((*__ctype_toupper_loc())[c] != (*pf___ctype_toupper_loc())[c]) DIFFERENCE("upper table at %d", c);
  }
#endif
}

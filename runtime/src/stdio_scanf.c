/* The scanf family, under the names that C99 and C23 headers of glibc lead to as well. */
#include "stdio_scan.h"

int vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  struct pf_scan_source source = {stream, NULL, 0};
  return __pfc_scan(&source, format, arguments);
}

int vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
  struct pf_scan_source source = {NULL, text, 0};
  return __pfc_scan(&source, format, arguments);
}

int vscanf(const char *restrict format, va_list arguments) { return vfscanf(stdin, format, arguments); }

#define SCANF_VARIADIC(call)   \
  va_list arguments;           \
  va_start(arguments, format); \
  int assigned = call;         \
  va_end(arguments);           \
  return assigned

#define SCANF_FAMILY(prefix)                                                                                     \
  int prefix##scanf(const char *restrict format, ...) { SCANF_VARIADIC(vfscanf(stdin, format, arguments)); }     \
  int prefix##fscanf(FILE *restrict stream, const char *restrict format, ...) {                                  \
    SCANF_VARIADIC(vfscanf(stream, format, arguments));                                                          \
  }                                                                                                              \
  int prefix##sscanf(const char *restrict text, const char *restrict format, ...) {                              \
    SCANF_VARIADIC(vsscanf(text, format, arguments));                                                            \
  }

#define SCANF_FAMILY_V(prefix)                                                                                  \
  int prefix##vscanf(const char *restrict format, va_list arguments) { return vfscanf(stdin, format, arguments); } \
  int prefix##vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments) {                  \
    return vfscanf(stream, format, arguments);                                                                  \
  }                                                                                                             \
  int prefix##vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {              \
    return vsscanf(text, format, arguments);                                                                    \
  }

SCANF_FAMILY()
SCANF_FAMILY(__isoc99_)
SCANF_FAMILY(__isoc23_)
SCANF_FAMILY_V(__isoc99_)
SCANF_FAMILY_V(__isoc23_)

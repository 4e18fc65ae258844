/* The scanf family, under the names that C99 and C23 headers of glibc lead to as well. */
#include "scan_family.h"
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

SCAN_FAMILY(, , char)
SCAN_FAMILY(__isoc99_, , char)
SCAN_FAMILY(__isoc23_, , char)
SCAN_FAMILY_V(__isoc99_, , char)
SCAN_FAMILY_V(__isoc23_, , char)

/* C11's characters of 16 and 32 bits, in the C locale: as wide characters. */
#include "internal.h"

size_t mbrtowc(wchar_t *restrict to, const char *restrict bytes, size_t n, struct pf_conversion_state *restrict state);
size_t wcrtomb(char *restrict to, wchar_t c, struct pf_conversion_state *restrict state);

size_t mbrtoc32(uint32_t *restrict to, const char *restrict bytes, size_t n, struct pf_conversion_state *restrict state) {
  wchar_t c = 0;
  size_t used = mbrtowc(&c, bytes ? bytes : "", bytes ? n : 1, state);
  if (bytes && to && (ptrdiff_t)used >= 0) *to = (uint32_t)c;
  return used;
}

size_t mbrtoc16(uint16_t *restrict to, const char *restrict bytes, size_t n, struct pf_conversion_state *restrict state) {
  uint32_t c = 0;
  size_t used = mbrtoc32(&c, bytes, n, state);
  if (bytes && to && (ptrdiff_t)used >= 0) *to = (uint16_t)c;
  return used;
}

size_t c32rtomb(char *restrict to, uint32_t c, struct pf_conversion_state *restrict state) { return wcrtomb(to, (wchar_t)c, state); }
size_t c16rtomb(char *restrict to, uint16_t c, struct pf_conversion_state *restrict state) { return wcrtomb(to, (wchar_t)c, state); }

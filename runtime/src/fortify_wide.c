/* The fortified wide functions; see fortify.c. */
#include "internal.h"

int wctomb(char *to, wchar_t c);
size_t wcrtomb(char *restrict to, wchar_t c, struct pf_conversion_state *restrict state);
size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t limit);
size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t limit);
size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t limit, struct pf_conversion_state *restrict state);
size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t limit, struct pf_conversion_state *restrict state);
size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t most, size_t limit, struct pf_conversion_state *restrict state);
size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t most, size_t limit, struct pf_conversion_state *restrict state);
wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from);
wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n);
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n);

int __wctomb_chk(char *to, wchar_t c, size_t size) { return (void)size, wctomb(to, c); }
size_t __wcrtomb_chk(char *to, wchar_t c, struct pf_conversion_state *state, size_t size) { return (void)size, wcrtomb(to, c, state); }
size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t n, size_t size) { return (void)size, mbstowcs(to, from, n); }
size_t __wcstombs_chk(char *to, const wchar_t *from, size_t n, size_t size) { return (void)size, wcstombs(to, from, n); }
size_t __mbsrtowcs_chk(wchar_t *to, const char **from, size_t n, struct pf_conversion_state *state, size_t size) { return (void)size, mbsrtowcs(to, from, n, state); }
size_t __wcsrtombs_chk(char *to, const wchar_t **from, size_t n, struct pf_conversion_state *state, size_t size) { return (void)size, wcsrtombs(to, from, n, state); }
size_t __mbsnrtowcs_chk(wchar_t *to, const char **from, size_t most, size_t n, struct pf_conversion_state *state, size_t size) {
  return (void)size, mbsnrtowcs(to, from, most, n, state);
}
size_t __wcsnrtombs_chk(char *to, const wchar_t **from, size_t most, size_t n, struct pf_conversion_state *state, size_t size) {
  return (void)size, wcsnrtombs(to, from, most, n, state);
}
wchar_t *__wcscpy_chk(wchar_t *to, const wchar_t *from, size_t size) { return (void)size, wcscpy(to, from); }
wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) { return (void)size, wcsncpy(to, from, n); }
wchar_t *__wcscat_chk(wchar_t *to, const wchar_t *from, size_t size) { return (void)size, wcscat(to, from); }
wchar_t *__wcsncat_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) { return (void)size, wcsncat(to, from, n); }
wchar_t *__wmemcpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
  (void)size;
  __builtin_memcpy(to, from, n * sizeof *to);
  return to;
}
wchar_t *__wmemmove_chk(wchar_t *to, const wchar_t *from, size_t n, size_t size) {
  (void)size;
  __builtin_memmove(to, from, n * sizeof *to);
  return to;
}
wchar_t *__wmemset_chk(wchar_t *to, wchar_t c, size_t n, size_t size) { return (void)size, wmemset(to, c, n); }

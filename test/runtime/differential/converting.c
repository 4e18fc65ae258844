/* Text to dates, addresses, wide numbers and parts of names, and back. */
#define _GNU_SOURCE
#include "compare.h"

#include <arpa/inet.h>
#include <libgen.h>
#include <stddef.h>
#include <time.h>
#include <wchar.h>

char *pf_strptime(const char *, const char *, struct tm *);
int pf_inet_pton(int, const char *, void *);
const char *pf_inet_ntop(int, const void *, char *, unsigned);
int pf_inet_aton(const char *, uint32_t *);
long pf_wcstol(const wchar_t *, wchar_t **, int);
double pf_wcstod(const wchar_t *, wchar_t **);
wchar_t *pf_wcstok(wchar_t *, const wchar_t *, wchar_t **);
int pf_swprintf(wchar_t *, size_t, const wchar_t *, ...);
char *pf___xpg_basename(char *);
char *pf_dirname(char *);
int pf_getsubopt(char **, char *const *, char **);

/* Pieces of a list, put together at random. */
static void compose(char *text, size_t size, const char *const *pieces, unsigned count, unsigned most) {
  text[0] = 0;
  for (unsigned n = below(most + 1); n > 0; n--) {
    const char *piece = pieces[below(count)];
    if (strlen(text) + strlen(piece) < size) strcat(text, piece);
  }
}
#define COMPOSE(text, pieces, most) compose(text, sizeof text, pieces, sizeof pieces / sizeof *pieces, most)

static void compare_dates(void) {
  static const char *const conversions[] = {"%Y", "%m", "%d", "%H", "%M", "%S", "%y", "%j", "%b", "%a", "%p", "%I",
                                            "%T", "%D", "%F", "%R", "%e", "%C", "%u", "%w", "%n", "%%", "-",  " ", "%z"};
  static const char *const pieces[] = {"2024", "2", "29", "12", "59", "1999", "99",  "Feb", "December", "monday", "Tue",
                                       "PM",   "-", ":",  "/",  " ",  "0",    "366", "%",   "+0130",    "20",     "7"};
  char format[24], text[40];
  COMPOSE(format, conversions, 4);
  COMPOSE(text, pieces, 9);
  struct tm real = {.tm_mday = 1}, model = {.tm_mday = 1};
  /* Half of the texts are such that the format reads them. */
  if (below(2)) {
    struct tm drawn = {.tm_year = (int)below(200), .tm_mon = (int)below(12), .tm_mday = 1 + (int)below(28), .tm_hour = (int)below(24)};
    mktime(&drawn);
    strftime(text, sizeof text, format, &drawn);
  }
  char *real_end = strptime(text, format, &real), *model_end = pf_strptime(text, format, &model);
  compare_calls++;
  if (real.tm_year <= -1900) model.tm_wday = real.tm_wday; /* glibc's weeks before the year 1 are its own */
  if (real_end != model_end) DIFFERENCE("strptime(\"%s\", \"%s\") ends at %td, not %td", text, format, model_end ? model_end - text : -1, real_end ? real_end - text : -1);
  else if (real_end && memcmp(&real, &model, offsetof(struct tm, tm_isdst)))
    DIFFERENCE("strptime(\"%s\", \"%s\"): %d-%d-%d %d:%d:%d day %d of week %d, not %d-%d-%d %d:%d:%d day %d of week %d", text, format,
               model.tm_year, model.tm_mon, model.tm_mday, model.tm_hour, model.tm_min, model.tm_sec, model.tm_yday, model.tm_wday,
               real.tm_year, real.tm_mon, real.tm_mday, real.tm_hour, real.tm_min, real.tm_sec, real.tm_yday, real.tm_wday);
}

static void compare_addresses(void) {
  static const char *const pieces[] = {"1", "0", "255", "256", ".", ".", ":", ":", "::", "ffff", "a", "0x1f", "01", "1.2.3.4", " ", "12345"};
  char text[64], real_text[64], model_text[64];
  COMPOSE(text, pieces, 12);
  unsigned char real[16] = {0}, model[16] = {0};
  for (int family = AF_INET; family <= AF_INET6; family += AF_INET6 - AF_INET) {
    int got = pf_inet_pton(family, text, model), expected = inet_pton(family, text, real);
    compare_calls++;
    if (got != expected || (got == 1 && memcmp(real, model, 16))) DIFFERENCE("inet_pton(%d, \"%s\") is %d, not %d", family, text, got, expected);
    for (int i = 0; i < 16; i++) real[i] = below(3) ? 0 : (unsigned char)draw();
    if (below(4) == 0) real[10] = real[11] = 0xff;
    const char *shown = pf_inet_ntop(family, real, model_text, 40), *as_real = inet_ntop(family, real, real_text, 40);
    if (!shown || !as_real || strcmp(shown, as_real)) DIFFERENCE("inet_ntop gives %s, not %s", shown, as_real);
  }
  uint32_t model_number = 0;
  struct in_addr real_number = {0};
  int got = pf_inet_aton(text, &model_number), expected = inet_aton(text, &real_number);
  if (got != expected || model_number != real_number.s_addr) DIFFERENCE("inet_aton(\"%s\") is %d, not %d", text, got, expected);
}

static void compare_wide(void) {
  static const char *const pieces[] = {"1", "23", "0x", "-", " ", ".", "e", "9", "x", "+", "inf", ",", "99999999999"};
  char text[40];
  wchar_t wide[41], again[41], *real_end, *model_end, *real_place = NULL, *model_place = NULL;
  COMPOSE(text, pieces, 6);
  mbstowcs(wide, text, 41);
  if (below(8) == 0) wide[below(4)] = 0xe9;
  int base = (int[]){0, 10, 16, 8}[below(4)];
  long real = wcstol(wide, &real_end, base), model = pf_wcstol(wide, &model_end, base);
  compare_calls++;
  if (real != model || real_end != model_end) DIFFERENCE("wcstol(\"%s\", %d) is %ld, not %ld", text, base, model, real);
  double real_float = wcstod(wide, &real_end), model_float = pf_wcstod(wide, &model_end);
  if (real_float != model_float || real_end != model_end) DIFFERENCE("wcstod(\"%s\") is %g, not %g", text, model_float, real_float);
  wcscpy(again, wide);
  for (wchar_t *r = wide, *m = again; r && m;) {
    r = wcstok(r == wide ? wide : NULL, L",.", &real_place);
    m = pf_wcstok(m == again ? again : NULL, L",.", &model_place);
    if (!r != !m || (r && wcscmp(r, m))) DIFFERENCE("wcstok of \"%s\"", text);
    if (r == wide || m == again) break;
  }
  wchar_t real_text[24] = L"", model_text[24] = L"";
  size_t room = 1 + below(24);
  int number = (int)draw(), width = (int)below(9);
  int real_length = swprintf(real_text, room, L"%*d|%-3s|%ls", width, number, "b", L"c");
  int model_length = pf_swprintf(model_text, room, L"%*d|%-3s|%ls", width, number, "b", L"c");
  if (real_length != model_length || (real_length >= 0 && wcscmp(real_text, model_text))) DIFFERENCE("swprintf gives %d, not %d", model_length, real_length);
}

static void compare_names(void) {
  static const char *const pieces[] = {"/", "a", ".", "bc", "//", ".."};
  char real[40], model[40];
  COMPOSE(real, pieces, 6);
  strcpy(model, real);
  const char *real_base = basename(real), *model_base = pf___xpg_basename(model);
  compare_calls++;
  if (strcmp(real_base, model_base)) DIFFERENCE("basename gives %s, not %s", model_base, real_base);
  COMPOSE(real, pieces, 6);
  strcpy(model, real);
  const char *real_folder = dirname(real), *model_folder = pf_dirname(model);
  if (strcmp(real_folder, model_folder)) DIFFERENCE("dirname gives %s, not %s", model_folder, real_folder);
  static const char *const words[] = {"ro", "rw", "=", "1", ",", "name", "r"};
  char *const known[] = {"ro", "rw", "name", NULL};
  char *real_at = real, *model_at = model, *real_value, *model_value;
  COMPOSE(real, words, 7);
  strcpy(model, real);
  while (*real_at) {
    int expected = getsubopt(&real_at, known, &real_value), got = pf_getsubopt(&model_at, known, &model_value);
    if (got != expected || real_at - real != model_at - model || !real_value != !model_value ||
        (real_value && strcmp(real_value, model_value))) {
      DIFFERENCE("getsubopt gives %d, not %d", got, expected);
      break;
    }
  }
}

void compare_round(void) {
  compare_dates();
  compare_addresses();
  compare_wide();
  compare_names();
}

void compare_fixed_cases(void) {}

/* Regular expressions, file name patterns and conversions of character sets, on random patterns and texts. */
#define _GNU_SOURCE
#include "compare.h"

#include <errno.h>
#include <fnmatch.h>
#include <iconv.h>
#include <regex.h>

int pf_regcomp(regex_t *, const char *, int);
int pf_regexec(const regex_t *, const char *, size_t, regmatch_t *, int);
void pf_regfree(regex_t *);
int pf_fnmatch(const char *, const char *, int);
iconv_t pf_iconv_open(const char *, const char *);
size_t pf_iconv(iconv_t, char **, size_t *, char **, size_t *);
int pf_iconv_close(iconv_t);

static void join(char *to, const char *const *parts, unsigned count, unsigned pieces) {
  to[0] = 0;
  for (unsigned i = 0; i < pieces; i++) strcat(to, parts[below(count)]);
}

/* Whole matches only: what a subexpression matches among several ways to the same whole is not compared. */
static void compare_regex(void) {
  static const char *const basic[] = {"a", "b", "c", ".", "a*", "b*", "[ab]", "[^a]", "\\(a\\)", "\\(ab*\\)", "\\(a\\|bc\\)", "a\\{1,2\\}", "[[:digit:]]", "1", "^a", "b$", "\\w", "x\\+", "b\\?", "*"};
  static const char *const extended[] = {"a", "b", "c", ".", "a*", "b+", "c?", "[a-c]", "[^b]", "(a)", "(ab|c)", "(a|b)*", "a{2}", "b{1,}", "|", "^", "$", "[[:alpha:]]", "1", "\\.", "\\b"};
  char pattern[64], text[16];
  int flags = (below(2) ? REG_EXTENDED : 0) | (below(4) ? 0 : REG_ICASE) | (below(4) ? 0 : REG_NEWLINE);
  if (flags & REG_EXTENDED) join(pattern, extended, sizeof extended / sizeof *extended, 1 + below(4));
  else join(pattern, basic, sizeof basic / sizeof *basic, 1 + below(4));
  regex_t real, model;
  int right = regcomp(&real, pattern, flags), got = pf_regcomp(&model, pattern, flags);
  compare_calls++;
  if (!right != !got) DIFFERENCE("regcomp(\"%s\", %d): %d, model %d", pattern, flags, right, got);
  for (int i = 0; right == 0 && got == 0 && i < 4; i++, compare_calls++) {
    static const char *const letters[] = {"a", "b", "c", "A", "1", ".", "x", "aa", "\n"};
    regmatch_t right_match[1], got_match[1];
    /* Without REG_NEWLINE glibc lets ^ and $ match at a newline in the middle of a pattern, against POSIX. */
    join(text, letters, flags & REG_NEWLINE ? 9 : 8, below(7));
    int how = (below(5) ? 0 : REG_NOTBOL) | (below(5) ? 0 : REG_NOTEOL);
    int right_result = regexec(&real, text, 1, right_match, how), got_result = pf_regexec(&model, text, 1, got_match, how);
    if (right_result != got_result) DIFFERENCE("regexec(\"%s\" with %d, \"%s\", %d): %d, model %d", pattern, flags, text, how, right_result, got_result);
    else if (right_result == 0 && (right_match[0].rm_so != got_match[0].rm_so || right_match[0].rm_eo != got_match[0].rm_eo)) {
      DIFFERENCE("regexec(\"%s\", \"%s\"): %d to %d, model %d to %d", pattern, text, right_match[0].rm_so, right_match[0].rm_eo, got_match[0].rm_so, got_match[0].rm_eo);
    }
  }
  if (right == 0) regfree(&real);
  if (got == 0) pf_regfree(&model);
}

static void compare_names(void) {
  static const char *const parts[] = {"a", "b", "*", "?", "[ab]", "[!a]", "[a-c]", ".", "/", "\\*", "[[:upper:]]", "A"};
  static const char *const letters[] = {"a", "b", "c", ".", "/", "A", "*", "["};
  char pattern[64], text[16];
  join(pattern, parts, sizeof parts / sizeof *parts, below(6));
  join(text, letters, sizeof letters / sizeof *letters, below(7));
  int flags = (int)below(32), right = fnmatch(pattern, text, flags), got = pf_fnmatch(pattern, text, flags);
  compare_calls++;
  if (right != got) DIFFERENCE("fnmatch(\"%s\", \"%s\", %d): %d, model %d", pattern, text, flags, right, got);
}

static void compare_conversion(void) {
  static const char *const sets[] = {"ASCII", "ISO-8859-1", "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"};
  const char *from = sets[below(7)], *to = sets[below(7)];
  char bytes[16], right[24], got[24];
  size_t n = below(sizeof bytes), room = below(sizeof right);
  for (size_t i = 0; i < n; i++) bytes[i] = (char)(below(3) ? below(128) : below(3) ? 0xc0 + below(56) : 0x80 + below(64));
  iconv_t real = iconv_open(to, from), model = pf_iconv_open(to, from);
  if (real == (iconv_t)-1 || model == (iconv_t)-1) {
    DIFFERENCE("iconv_open(\"%s\", \"%s\")", to, from);
    return;
  }
  char *right_in = bytes, *got_in = bytes, *right_out = right, *got_out = got;
  size_t right_left = n, got_left = n, right_room = room, got_room = room;
  errno = 0;
  size_t right_result = iconv(real, &right_in, &right_left, &right_out, &right_room);
  int right_errno = errno;
  size_t got_result = pf_iconv(model, &got_in, &got_left, &got_out, &got_room);
  compare_calls++;
  int same = right_result == got_result && right_left == got_left && right_room == got_room && memcmp(right, got, room - right_room) == 0;
  if (!same || (right_result == (size_t)-1 && right_errno != MODEL_ERRNO)) {
    DIFFERENCE("iconv from %s to %s, %zu bytes, room %zu: %zd (errno %d, %zu left, %zu room), model %zd (errno %d, %zu left, %zu room)", from, to, n, room,
               (ssize_t)right_result, right_errno, right_left, right_room, (ssize_t)got_result, MODEL_ERRNO, got_left, got_room);
  }
  iconv_close(real), pf_iconv_close(model);
}

void compare_fixed_cases(void) {}

void compare_round(void) {
  compare_regex();
  compare_names();
  compare_conversion();
}

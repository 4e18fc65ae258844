/*
 * getopt, getopt_long and getopt_long_only.
 *
 * Operands before an option are moved behind it, so that all operands end up last; except by wasi-libc's getopt, which stops at
 * the first operand, as every variant does when the option string starts with '+' (or, with glibc, POSIXLY_CORRECT is set).
 * A leading '-' returns operands as arguments of option 1.
 */
#include "internal.h"

enum { GETOPT_NO_ARGUMENT, GETOPT_REQUIRED, GETOPT_OPTIONAL };

char *optarg;
int optind = 1, opterr = 1, optopt = PF_WASI ? 0 : '?', optreset;

static int getopt_position; /* within a cluster of short options; 0: at the start of an argument */

char *getenv(const char *name);
int fprintf(FILE *restrict stream, const char *restrict format, ...);

static void getopt_complain(const char *options, const char *program, const char *text, const char *option, size_t n) {
  if (!opterr || options[options[0] == '+' || options[0] == '-'] == ':') return;
  if (PF_WASI) {
    fprintf(stderr, "%s%s%.*s\n", program, text, (int)n, option);
  } else {
    fprintf(stderr, "%s%s'%.*s'\n", program, text, (int)n, option);
  }
}

static int getopt_missing(const char *options) {
  return options[options[0] == '+' || options[0] == '-'] == ':' ? ':' : '?';
}

static int getopt_short(int count, char *const *arguments, const char *options) {
  if (getopt_position == 0) getopt_position = 1;
  const char *at = arguments[optind] + getopt_position;
  char letter = *at;
  bool last = at[1] == 0;
  const char *found = letter == ':' || letter == ';' ? NULL : strchr(options + (options[0] == '+' || options[0] == '-'), letter);
  if (last) {
    optind++;
    getopt_position = 0;
  } else {
    getopt_position++;
  }
  if (!found) {
    optopt = (unsigned char)letter;
    getopt_complain(options, arguments[0], PF_WASI ? ": unrecognized option: " : ": invalid option -- ", &letter, 1);
    return '?';
  }
  optarg = NULL;
  if (found[1] == ':') {
    bool required = found[2] != ':';
    if (!last) {
      optarg = (char *)at + 1;
      optind++;
      getopt_position = 0;
    } else if (required) {
      if (optind >= count) {
        if (PF_WASI) optind++; /* it has tried to take the argument */
        optopt = (unsigned char)letter;
        getopt_complain(options, arguments[0],
                        PF_WASI ? ": option requires an argument: " : ": option requires an argument -- ", &letter, 1);
        return getopt_missing(options);
      }
      optarg = arguments[optind++];
    }
  }
  return (unsigned char)letter;
}

/* Index of the long option that text names, possibly by an unambiguous beginning; -1 none, -2 several. */
static int getopt_find_long(const char *text, size_t n, const struct option *longs) {
  int match = -1;
  for (int i = 0; longs[i].name; i++) {
    if (strncmp(longs[i].name, text, n) != 0) continue;
    if (strlen(longs[i].name) == n) return i;
    if (match == -1) {
      match = i;
    } else if (longs[match].has_arg != longs[i].has_arg || longs[match].flag != longs[i].flag ||
               longs[match].val != longs[i].val) {
      match = -2;
      break;
    }
  }
  return match;
}

static int getopt_take_long(int count, char *const *arguments, const char *options, const struct option *longs, int *index,
                            int match, int dashes) {
  const struct option *option = &longs[match];
  char *text = arguments[optind++] + dashes;
  char *value = strchrnul(text, '=');
  size_t shown = strlen(option->name);
  getopt_position = 0;
  optarg = NULL;
  if (*value) {
    if (option->has_arg == GETOPT_NO_ARGUMENT) {
      optopt = option->val;
      if (PF_WASI) {
        getopt_complain(options, arguments[0], ": option does not take an argument: ", option->name, shown);
      } else if (opterr && getopt_missing(options) != ':') {
        fprintf(stderr, "%s: option '%.*s%s' doesn't allow an argument\n", arguments[0], dashes, "--", option->name);
      }
      return '?';
    }
    optarg = value + 1;
  } else if (option->has_arg == GETOPT_REQUIRED) {
    if (optind >= count) {
      optopt = option->val;
      if (PF_WASI) {
        getopt_complain(options, arguments[0], ": option requires an argument: ", option->name, shown);
      } else if (opterr && getopt_missing(options) != ':') {
        fprintf(stderr, "%s: option '%.*s%s' requires an argument\n", arguments[0], dashes, "--", option->name);
      }
      return getopt_missing(options);
    }
    optarg = arguments[optind++];
  }
  if (index) *index = match;
  if (option->flag) {
    *option->flag = option->val;
    return 0;
  }
  return option->val;
}

static int getopt_long_argument(int count, char *const *arguments, const char *options, const struct option *longs, int *index,
                                bool only) {
  char *argument = arguments[optind];
  bool doubled = argument[1] == '-';
  const char *letters = options + (options[0] == '+' || options[0] == '-');
  /* With getopt_long_only, one dash will do, but -x stays a short option if there is one. */
  bool single = only && (argument[2] || !strchr(letters, argument[1]));
  if (getopt_position != 0 || !longs || !(doubled || single)) return getopt_short(count, arguments, options);
  int dashes = doubled ? 2 : 1;
  char *text = argument + dashes;
  size_t n = (size_t)(strchrnul(text, '=') - text);
  int match = getopt_find_long(text, n, longs);
  if (match >= 0) return getopt_take_long(count, arguments, options, longs, index, match, dashes);
  if (!doubled && match == -1 && text[0] != ':' && strchr(letters, text[0])) return getopt_short(count, arguments, options);
  optopt = 0;
  optind++;
  if (PF_WASI) {
    getopt_complain(options, arguments[0], match == -2 ? ": option is ambiguous: " : ": unrecognized option: ", text,
                    strlen(text));
  } else if (match == -2) {
    if (opterr && getopt_missing(options) != ':') {
      fprintf(stderr, "%s: option '%s' is ambiguous; possibilities:", arguments[0], argument);
      for (int i = 0; longs[i].name; i++) {
        if (strncmp(longs[i].name, text, n) == 0) fprintf(stderr, " '%.*s%s'", dashes, "--", longs[i].name);
      }
      fprintf(stderr, "\n");
    }
  } else {
    getopt_complain(options, arguments[0], ": unrecognized option ", argument, strlen(argument));
  }
  return '?';
}

/* Moves arguments[from, to), which belong to an option, before the operands that start at index. */
static void getopt_permute(char **arguments, int index, int from, int to) {
  for (; from < to; from++, index++) {
    char *moved = arguments[from];
    __builtin_memmove(arguments + index + 1, arguments + index, (size_t)(from - index) * sizeof *arguments);
    arguments[index] = moved;
  }
}

static bool getopt_is_option(const char *argument) { return argument[0] == '-' && argument[1]; }

static int getopt_next(int count, char *const *arguments, const char *options, const struct option *longs, int *index, bool only,
                       bool permuting) {
  if (optind == 0 || optreset) {
    optind = 1;
    optreset = 0;
    getopt_position = 0;
  }
  optarg = NULL;
  if (optind >= count || !arguments[optind]) return -1;
  if (options[0] == '+' || options[0] == '-') permuting = false;
  if (getopt_position == 0 && !getopt_is_option(arguments[optind])) {
    if (options[0] == '-' && !(PF_WASI && arguments[optind][0] == '-')) {
      optarg = arguments[optind++];
      return 1;
    }
    if (!permuting) return -1;
  }
  int start = optind, option = optind;
  while (option < count && arguments[option] && !getopt_is_option(arguments[option])) option++;
  if (option >= count || !arguments[option]) return -1;
  optind = option;
  int result = -1;
  if (getopt_position == 0 && strcmp(arguments[optind], "--") == 0) {
    optind++;
  } else {
    result = getopt_long_argument(count, arguments, options, longs, index, only);
  }
  if (option > start) {
    /* A cluster of short options moves when all of it is done; until then the next call finds it again. */
    int taken = getopt_position ? 0 : optind - option;
    getopt_permute((char **)arguments, start, option, option + taken);
    optind = start + taken;
  }
  return result;
}

static bool getopt_may_permute(void) { return PF_WASI || !getenv("POSIXLY_CORRECT"); }

int getopt(int count, char *const arguments[], const char *options) {
  return getopt_next(count, arguments, options, NULL, NULL, false, !PF_WASI && getopt_may_permute());
}

int __posix_getopt(int count, char *const arguments[], const char *options) {
  return getopt_next(count, arguments, options, NULL, NULL, false, false);
}

int getopt_long(int count, char *const *arguments, const char *options, const struct option *longs, int *index) {
  return getopt_next(count, arguments, options, longs, index, false, getopt_may_permute());
}

int getopt_long_only(int count, char *const *arguments, const char *options, const struct option *longs, int *index) {
  return getopt_next(count, arguments, options, longs, index, true, getopt_may_permute());
}

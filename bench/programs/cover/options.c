/*
 * options: a command-line parser in the manner of getopt_long, with the option table of an archiver: short options
 * that can be clustered, long options that can be abbreviated, arguments of several types, subcommands, positional
 * arguments, conflicts and a generated usage text.
 *
 * Input:   ARGUMENTS times "argument", a string of at most LENGTH characters; empty strings end the list.
 * Output:  the settings on standard output; exit status 0, 1 for help, or 2 for a usage error.
 *
 * Code that no input reaches: in problem_text the text for an ambiguous option without candidates and the default, in
 * find_long the option without a name, in remember_file the rejection (the fault below comes first).
 * Seeded fault: out of bounds (remember_file): the list of files has room for MAX_FILES entries and the check is off by
 * one, so as many files as there can be write behind it.
 */
#include <pathfold.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef ARGUMENTS
#define ARGUMENTS 3
#endif
#ifndef LENGTH
#define LENGTH 5
#endif

#define MAX_FILES (ARGUMENTS - 2)
#define MAX_EXCLUDES 2

enum value_type { NO_VALUE, NUMBER_VALUE, WORD_VALUE, TEXT_VALUE };

enum setting {
  SET_HELP,
  SET_VERBOSE,
  SET_QUIET,
  SET_LEVEL,
  SET_METHOD,
  SET_OUTPUT,
  SET_EXCLUDE,
  SET_FORCE,
  SET_DRY_RUN
};

enum command { COMMAND_NONE, COMMAND_ADD, COMMAND_LIST, COMMAND_TEST, COMMAND_REMOVE };

enum problem {
  OK,
  UNKNOWN_SHORT,
  UNKNOWN_LONG,
  AMBIGUOUS_LONG,
  MISSING_VALUE,
  UNEXPECTED_VALUE,
  BAD_NUMBER,
  NUMBER_RANGE,
  BAD_WORD,
  UNKNOWN_COMMAND,
  NO_COMMAND,
  NO_FILES,
  TOO_MANY_FILES,
  TOO_MANY_EXCLUDES,
  CONFLICT,
  REPEATED
};

struct option {
  char short_name;
  const char *long_name;
  enum value_type type;
  enum setting setting;
  int low;
  int high;
  const char *help;
};

static const struct option options[] = {
    {'h', "help", NO_VALUE, SET_HELP, 0, 0, "show this text"},
    {'v', "verbose", NO_VALUE, SET_VERBOSE, 0, 0, "say more; may be repeated"},
    {'q', "quiet", NO_VALUE, SET_QUIET, 0, 0, "say nothing"},
    {'l', "level", NUMBER_VALUE, SET_LEVEL, 0, 9, "compression level"},
    {'m', "mode", WORD_VALUE, SET_METHOD, 0, 0, "copy, zip or lz"},
    {'o', "out", TEXT_VALUE, SET_OUTPUT, 0, 0, "write to this file"},
    {'x', "ex", TEXT_VALUE, SET_EXCLUDE, 0, 0, "leave out; may be repeated"},
    {'f', "force", NO_VALUE, SET_FORCE, 0, 0, "overwrite"},
    {'n', "dry", NO_VALUE, SET_DRY_RUN, 0, 0, "change nothing"},
};

#define OPTION_COUNT ((int)(sizeof options / sizeof options[0]))

static const char *const methods[] = {"copy", "zip", "lz"};
#define METHOD_COUNT 3

struct settings {
  enum command command;
  int help;
  int verbose;
  int quiet;
  int level;
  int method;
  const char *output;
  int force;
  int dry_run;
  int seen; /* a bit per setting that was given */
  int file_count;
  int exclude_count;
};

static struct settings settings = {COMMAND_NONE, 0, 0, 0, 6, 0, NULL, 0, 0, 0, 0, 0};
static const char *files[MAX_FILES];
static const char *excludes[MAX_EXCLUDES];

static enum problem problem;
static const char *culprit;
static int candidates;

static int reject(enum problem reason, const char *text) {
  if (problem == OK) {
    problem = reason;
    culprit = text;
  }
  return 0;
}

/* ---- finding options ---- */

static const struct option *find_short(char name) {
  for (int i = 0; i < OPTION_COUNT; i++) {
    if (options[i].short_name == name) return &options[i];
  }
  return NULL;
}

static int name_length(const char *text) {
  int length = 0;
  while (text[length] != '\0' && text[length] != '=') length++;
  return length;
}

/* An exact match wins; otherwise an abbreviation must be unique. */
static const struct option *find_long(const char *text, int length) {
  const struct option *found = NULL;
  candidates = 0;
  for (int i = 0; i < OPTION_COUNT; i++) {
    const char *name = options[i].long_name;
    if (name == NULL) continue;
    if (strncmp(name, text, (size_t)length) != 0) continue;
    if (name[length] == '\0') {
      candidates = 1;
      return &options[i];
    }
    found = &options[i];
    candidates++;
  }
  if (length == 0) return NULL;
  return candidates == 1 ? found : NULL;
}

/* ---- values ---- */

static int read_number(const char *text, int *number) {
  int sign = 1;
  int value = 0;
  if (*text == '-') {
    sign = -1;
    text++;
  }
  if (*text == '\0') return 0;
  for (; *text != '\0'; text++) {
    if (*text < '0' || *text > '9') return 0;
    value = value * 10 + (*text - '0');
  }
  *number = sign * value;
  return 1;
}

static int find_method(const char *text) {
  for (int i = 0; i < METHOD_COUNT; i++) {
    if (strcmp(methods[i], text) == 0) return i;
  }
  return -1;
}

static int remember_exclude(const char *text) {
  if (settings.exclude_count == MAX_EXCLUDES) return reject(TOO_MANY_EXCLUDES, text);
  excludes[settings.exclude_count++] = text;
  return 1;
}

static int remember_file(const char *text) {
  if (settings.file_count > MAX_FILES) return reject(TOO_MANY_FILES, text);
  files[settings.file_count++] = text;
  return 1;
}

/* ---- storing ---- */

static int may_repeat(enum setting setting) { return setting == SET_VERBOSE || setting == SET_EXCLUDE; }

static int store_number(const struct option *option, const char *text) {
  int number;
  if (!read_number(text, &number)) return reject(BAD_NUMBER, text);
  if (number < option->low || number > option->high) return reject(NUMBER_RANGE, text);
  settings.level = number;
  return 1;
}

static int store_word(const char *text) {
  int method = find_method(text);
  if (method < 0) return reject(BAD_WORD, text);
  settings.method = method;
  return 1;
}

static int store_text(const struct option *option, const char *text) {
  if (option->setting == SET_EXCLUDE) return remember_exclude(text);
  settings.output = text;
  return 1;
}

static void store_flag(enum setting setting) {
  switch (setting) {
    case SET_HELP:
      settings.help = 1;
      break;
    case SET_VERBOSE:
      settings.verbose++;
      break;
    case SET_QUIET:
      settings.quiet = 1;
      break;
    case SET_FORCE:
      settings.force = 1;
      break;
    default:
      settings.dry_run = 1;
      break;
  }
}

static int store(const struct option *option, const char *text) {
  int bit = 1 << option->setting;
  if ((settings.seen & bit) && !may_repeat(option->setting)) return reject(REPEATED, option->long_name);
  settings.seen |= bit;
  switch (option->type) {
    case NUMBER_VALUE:
      return store_number(option, text);
    case WORD_VALUE:
      return store_word(text);
    case TEXT_VALUE:
      return store_text(option, text);
    default:
      store_flag(option->setting);
      return 1;
  }
}

/* ---- walking over the arguments ---- */

/* -abc, -l5, -l 5: returns how many further arguments were used, or -1. */
static int parse_cluster(const char *argument, const char *next) {
  for (int at = 1; argument[at] != '\0'; at++) {
    const struct option *option = find_short(argument[at]);
    if (option == NULL) {
      reject(UNKNOWN_SHORT, argument + at);
      return -1;
    }
    if (option->type == NO_VALUE) {
      if (!store(option, NULL)) return -1;
      continue;
    }
    if (argument[at + 1] != '\0') return store(option, argument + at + 1) ? 0 : -1;
    if (next == NULL) {
      reject(MISSING_VALUE, argument + at);
      return -1;
    }
    return store(option, next) ? 1 : -1;
  }
  return 0;
}

/* --name, --name=value, --name value. */
static int parse_long(const char *argument, const char *next) {
  const char *name = argument + 2;
  int length = name_length(name);
  const struct option *option = find_long(name, length);
  if (option == NULL) {
    reject(candidates > 1 ? AMBIGUOUS_LONG : UNKNOWN_LONG, argument);
    return -1;
  }
  const char *value = name[length] == '=' ? name + length + 1 : NULL;
  if (option->type == NO_VALUE) {
    if (value != NULL) {
      reject(UNEXPECTED_VALUE, argument);
      return -1;
    }
    return store(option, NULL) ? 0 : -1;
  }
  if (value != NULL) return store(option, value) ? 0 : -1;
  if (next == NULL) {
    reject(MISSING_VALUE, argument);
    return -1;
  }
  return store(option, next) ? 1 : -1;
}

static int parse_command(const char *text) {
  if (strcmp(text, "add") == 0)
    settings.command = COMMAND_ADD;
  else if (strcmp(text, "list") == 0 || strcmp(text, "ls") == 0)
    settings.command = COMMAND_LIST;
  else if (strcmp(text, "test") == 0)
    settings.command = COMMAND_TEST;
  else if (strcmp(text, "rm") == 0)
    settings.command = COMMAND_REMOVE;
  else
    return reject(UNKNOWN_COMMAND, text);
  return 1;
}

static int parse_positional(const char *text) {
  if (settings.command == COMMAND_NONE) return parse_command(text);
  return remember_file(text);
}

static int parse_arguments(const char *const *arguments, int count) {
  int only_positional = 0;
  for (int i = 0; i < count; i++) {
    const char *argument = arguments[i];
    const char *next = i + 1 < count ? arguments[i + 1] : NULL;
    int used = 0;
    if (!only_positional && strcmp(argument, "--") == 0) {
      only_positional = 1;
      continue;
    }
    if (only_positional || argument[0] != '-' || argument[1] == '\0') {
      if (!parse_positional(argument)) return 0;
      continue;
    }
    used = argument[1] == '-' ? parse_long(argument, next) : parse_cluster(argument, next);
    if (used < 0) return 0;
    i += used;
  }
  return 1;
}

/* ---- checks across options ---- */

static int writes(enum command command) { return command == COMMAND_ADD || command == COMMAND_REMOVE; }

static int check_settings(void) {
  if (settings.help) return 1;
  if (settings.command == COMMAND_NONE) return reject(NO_COMMAND, "");
  if (settings.quiet && settings.verbose > 0) return reject(CONFLICT, "quiet");
  if (settings.force && settings.dry_run) return reject(CONFLICT, "force");
  if (settings.force && !writes(settings.command)) return reject(CONFLICT, "force");
  if (settings.method == 0 && (settings.seen & (1 << SET_METHOD)) && (settings.seen & (1 << SET_LEVEL)))
    return reject(CONFLICT, "level");
  if (writes(settings.command) && settings.file_count == 0) return reject(NO_FILES, "");
  return 1;
}

/* ---- output ---- */

static void print_usage(void) {
  puts("usage: archive [options] command [file...]");
  for (int i = 0; i < OPTION_COUNT; i++) {
    printf("  -%c, --%s", options[i].short_name, options[i].long_name);
    if (options[i].type == NUMBER_VALUE) printf(" N");
    if (options[i].type == WORD_VALUE || options[i].type == TEXT_VALUE) printf(" TEXT");
    printf("  %s\n", options[i].help);
  }
}

static const char *problem_text(enum problem reason) {
  switch (reason) {
    case UNKNOWN_SHORT:
    case UNKNOWN_LONG:
      return "unknown option";
    case AMBIGUOUS_LONG:
      return candidates == 0 ? "no such option" : "ambiguous option";
    case MISSING_VALUE:
      return "missing value";
    case UNEXPECTED_VALUE:
      return "takes no value";
    case BAD_NUMBER:
      return "not a number";
    case NUMBER_RANGE:
      return "out of range";
    case BAD_WORD:
      return "unknown mode";
    case UNKNOWN_COMMAND:
      return "unknown command";
    case NO_COMMAND:
      return "no command";
    case NO_FILES:
      return "no files";
    case TOO_MANY_FILES:
    case TOO_MANY_EXCLUDES:
      return "too many";
    case CONFLICT:
      return "conflicting options";
    case REPEATED:
      return "given twice";
    default:
      return "fine";
  }
}

static void print_settings(void) {
  static const char letters[] = "-alTr";
  putchar(letters[settings.command]);
  putchar('0' + settings.level);
  putchar(methods[settings.method][0]);
  putchar(settings.quiet ? 'q' : settings.verbose > 1 ? 'V' : settings.verbose == 1 ? 'v' : '.');
  putchar(settings.force ? 'f' : settings.dry_run ? 'n' : '.');
  putchar(settings.output != NULL ? 'o' : '.');
  putchar('0' + settings.file_count);
  putchar('0' + settings.exclude_count);
  putchar('\n');
}

int main(void) {
  static char buffers[ARGUMENTS][LENGTH + 1];
  const char *arguments[ARGUMENTS];
  int count = 0;
  for (int i = 0; i < ARGUMENTS; i++) {
    pathfold_string(buffers[i], sizeof buffers[i], "argument");
    arguments[i] = buffers[i];
  }
  while (count < ARGUMENTS && arguments[count][0] != '\0') count++;
  if (!parse_arguments(arguments, count) || !check_settings()) {
    puts(problem_text(problem));
    return 2;
  }
  if (settings.help) {
    print_usage();
    return 1;
  }
  print_settings();
  return 0;
}

/* What argp.h declares, for the two halves of its model: glibc's, which is the same on all its targets. */
#ifndef PATHFOLD_MODEL_ARGP_H
#define PATHFOLD_MODEL_ARGP_H

#include "posix.h"

struct argp_option {
  const char *name;
  int key;
  const char *arg;
  int flags;
  const char *doc;
  int group;
};

struct argp_state;

struct argp_child {
  const struct argp *argp;
  int flags;
  const char *header;
  int group;
};

struct argp {
  const struct argp_option *options;
  int (*parser)(int key, char *argument, struct argp_state *state);
  const char *args_doc, *doc;
  const struct argp_child *children;
  char *(*help_filter)(int key, const char *text, void *input);
  const char *argp_domain;
};

struct argp_state {
  const struct argp *root_argp;
  int argc;
  char **argv;
  int next;
  unsigned flags, arg_num;
  int quoted;
  void *input, **child_inputs, *hook;
  char *name;
  FILE *err_stream, *out_stream;
  void *pstate;
};

enum { OPTION_ARG_OPTIONAL = 1, OPTION_HIDDEN = 2, OPTION_ALIAS = 4, OPTION_DOC = 8, OPTION_NO_USAGE = 16 };
enum { ARGP_PARSE_ARGV0 = 1, ARGP_NO_ERRS = 2, ARGP_NO_ARGS = 4, ARGP_IN_ORDER = 8, ARGP_NO_HELP = 16, ARGP_NO_EXIT = 32, ARGP_LONG_ONLY = 64 };
enum {
  ARGP_KEY_ARG = 0,
  ARGP_KEY_END = 0x1000001,
  ARGP_KEY_NO_ARGS = 0x1000002,
  ARGP_KEY_INIT = 0x1000003,
  ARGP_KEY_SUCCESS = 0x1000004,
  ARGP_KEY_ERROR = 0x1000005,
  ARGP_KEY_ARGS = 0x1000006,
  ARGP_KEY_FINI = 0x1000007,
  ARGP_KEY_HELP_PRE_DOC = 0x2000001,
  ARGP_KEY_HELP_POST_DOC = 0x2000002
};
enum {
  ARGP_HELP_USAGE = 1,
  ARGP_HELP_SHORT_USAGE = 2,
  ARGP_HELP_SEE = 4,
  ARGP_HELP_LONG = 8,
  ARGP_HELP_PRE_DOC = 16,
  ARGP_HELP_POST_DOC = 32,
  ARGP_HELP_BUG_ADDR = 64,
  ARGP_HELP_EXIT_ERR = 256,
  ARGP_HELP_EXIT_OK = 512,
  ARGP_HELP_STD_ERR = ARGP_HELP_SEE | ARGP_HELP_EXIT_ERR,
  ARGP_HELP_STD_USAGE = ARGP_HELP_SHORT_USAGE | ARGP_HELP_SEE | ARGP_HELP_EXIT_ERR,
  ARGP_HELP_STD_HELP = ARGP_HELP_SHORT_USAGE | ARGP_HELP_LONG | ARGP_HELP_EXIT_OK | ARGP_HELP_PRE_DOC | ARGP_HELP_POST_DOC | ARGP_HELP_BUG_ADDR
};

enum { ARGP_ERR_UNKNOWN = E2BIG };

extern const char *argp_program_version, *argp_program_bug_address;
extern int argp_err_exit_status;

int fprintf(FILE *restrict stream, const char *restrict format, ...);
int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments);
int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments);
int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...);

char *strrchr(const char *text, int c);
size_t strspn(const char *text, const char *accept);
size_t strcspn(const char *text, const char *reject);
void *calloc(size_t count, size_t size);

void argp_state_help(const struct argp_state *state, FILE *stream, unsigned flags);
void argp_error(const struct argp_state *state, const char *format, ...);

static inline bool argp_option_ends(const struct argp_option *option) {
  return !option->name && !option->key && !option->doc && !option->group;
}

#endif

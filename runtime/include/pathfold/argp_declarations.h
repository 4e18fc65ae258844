/* What argp.h declares, for programs and for the model alike: glibc's, which is the same on all its targets. Needs FILE and E2BIG. */
#ifndef PATHFOLD_ARGP_DECLARATIONS_H
#define PATHFOLD_ARGP_DECLARATIONS_H

#ifndef PATHFOLD_ERROR_T
#define PATHFOLD_ERROR_T
typedef int error_t;
#endif

struct argp;
struct argp_state;

struct argp_option {
  const char *name;
  int key;
  const char *arg;
  int flags;
  const char *doc;
  int group;
};

#define OPTION_ARG_OPTIONAL 0x1
#define OPTION_HIDDEN 0x2
#define OPTION_ALIAS 0x4
#define OPTION_DOC 0x8
#define OPTION_NO_USAGE 0x10

typedef error_t (*argp_parser_t)(int key, char *argument, struct argp_state *state);

struct argp_child {
  const struct argp *argp;
  int flags;
  const char *header;
  int group;
};

struct argp {
  const struct argp_option *options;
  argp_parser_t parser;
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

#define ARGP_ERR_UNKNOWN E2BIG

#define ARGP_KEY_ARG 0
#define ARGP_KEY_END 0x1000001
#define ARGP_KEY_NO_ARGS 0x1000002
#define ARGP_KEY_INIT 0x1000003
#define ARGP_KEY_SUCCESS 0x1000004
#define ARGP_KEY_ERROR 0x1000005
#define ARGP_KEY_ARGS 0x1000006
#define ARGP_KEY_FINI 0x1000007
#define ARGP_KEY_HELP_PRE_DOC 0x2000001
#define ARGP_KEY_HELP_POST_DOC 0x2000002

#define ARGP_PARSE_ARGV0 0x01
#define ARGP_NO_ERRS 0x02
#define ARGP_NO_ARGS 0x04
#define ARGP_IN_ORDER 0x08
#define ARGP_NO_HELP 0x10
#define ARGP_NO_EXIT 0x20
#define ARGP_LONG_ONLY 0x40
#define ARGP_SILENT (ARGP_NO_EXIT | ARGP_NO_ERRS | ARGP_NO_HELP)

#define ARGP_HELP_USAGE 0x01
#define ARGP_HELP_SHORT_USAGE 0x02
#define ARGP_HELP_SEE 0x04
#define ARGP_HELP_LONG 0x08
#define ARGP_HELP_PRE_DOC 0x10
#define ARGP_HELP_POST_DOC 0x20
#define ARGP_HELP_DOC (ARGP_HELP_PRE_DOC | ARGP_HELP_POST_DOC)
#define ARGP_HELP_BUG_ADDR 0x40
#define ARGP_HELP_EXIT_ERR 0x100
#define ARGP_HELP_EXIT_OK 0x200
#define ARGP_HELP_STD_ERR (ARGP_HELP_SEE | ARGP_HELP_EXIT_ERR)
#define ARGP_HELP_STD_USAGE (ARGP_HELP_SHORT_USAGE | ARGP_HELP_SEE | ARGP_HELP_EXIT_ERR)
#define ARGP_HELP_STD_HELP \
  (ARGP_HELP_SHORT_USAGE | ARGP_HELP_LONG | ARGP_HELP_EXIT_OK | ARGP_HELP_DOC | ARGP_HELP_BUG_ADDR)

extern const char *argp_program_version, *argp_program_bug_address;
extern void (*argp_program_version_hook)(FILE *stream, struct argp_state *state);
extern error_t argp_err_exit_status;

error_t argp_parse(const struct argp *argp, int count, char **arguments, unsigned flags, int *end, void *input);
void argp_help(const struct argp *argp, FILE *stream, unsigned flags, char *name);
void argp_state_help(const struct argp_state *state, FILE *stream, unsigned flags);
void argp_usage(const struct argp_state *state);
void argp_error(const struct argp_state *state, const char *format, ...) __attribute__((__format__(__printf__, 2, 3)));
void argp_failure(const struct argp_state *state, int status, int number, const char *format, ...)
    __attribute__((__format__(__printf__, 4, 5)));

#endif

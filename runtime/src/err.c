/* err.h and glibc's error(): a message on standard error, with the program's name, then perhaps the end. */
#include "internal.h"

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments);
int fprintf(FILE *restrict stream, const char *restrict format, ...);

char *__progname = "program";
char *program_invocation_name = "program";
char *program_invocation_short_name = "program";
unsigned error_message_count;

static void err_print(bool with_number, const char *format, va_list arguments) {
  int number = errno;
  fprintf(stderr, "%s: ", __progname);
  if (format) {
    vfprintf(stderr, format, arguments);
    if (with_number) fprintf(stderr, ": ");
  }
  fprintf(stderr, with_number ? "%s\n" : "\n", strerror(number));
}

void vwarn(const char *format, va_list arguments) { err_print(true, format, arguments); }
void vwarnx(const char *format, va_list arguments) { err_print(false, format, arguments); }

void verr(int status, const char *format, va_list arguments) {
  err_print(true, format, arguments);
  exit(status);
}

void verrx(int status, const char *format, va_list arguments) {
  err_print(false, format, arguments);
  exit(status);
}

#define ERR_VARIADIC(call)     \
  va_list arguments;           \
  va_start(arguments, format); \
  call;                        \
  va_end(arguments)

void warn(const char *format, ...) { ERR_VARIADIC(err_print(true, format, arguments)); }
void warnx(const char *format, ...) { ERR_VARIADIC(err_print(false, format, arguments)); }

void err(int status, const char *format, ...) {
  ERR_VARIADIC(err_print(true, format, arguments));
  exit(status);
}

void errx(int status, const char *format, ...) {
  ERR_VARIADIC(err_print(false, format, arguments));
  exit(status);
}

void (*error_print_progname)(void);
int error_one_per_line;

static void err_print_program(const char *separator) {
  if (error_print_progname) error_print_progname();
  else fprintf(stderr, "%s%s", program_invocation_name, separator);
}

static void err_finish(int status, int number) {
  if (number) fprintf(stderr, ": %s", strerror(number));
  fprintf(stderr, "\n");
  error_message_count++;
  if (status) exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
  static const char *last_file;
  static unsigned last_line;
  if (error_one_per_line) {
    if (line == last_line && (file == last_file || (file && last_file && strcmp(file, last_file) == 0))) return;
    last_file = file;
    last_line = line;
  }
  err_print_program(":");
  if (file) fprintf(stderr, "%s:%u: ", file, line);
  else fprintf(stderr, " ");
  ERR_VARIADIC(vfprintf(stderr, format, arguments));
  err_finish(status, number);
}

void error(int status, int number, const char *format, ...) {
  err_print_program(": ");
  ERR_VARIADIC(vfprintf(stderr, format, arguments));
  err_finish(status, number);
}

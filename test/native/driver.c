/*
 * Runs programs natively on many inputs, one child process per run. A line of standard input is
 *
 *   <program> <name>=<value>[,<value>...] ...
 *
 * The k-th read of a name takes its k-th value. Each run is framed on standard output and on standard error by marker
 * lines, so that the caller can tell the program's own text, its outputs, its path and a sanitizer's report apart.
 * Link with a file that defines `entries` and `dumps`.
 */
#include <pathfold.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern int (*const entries[])(void);
extern void (*const dumps[])(void);

static char *inputs;
static int current;

/* Where the next value of each name is; names are few, so a table will do. */
static struct {
  char name[64];
  char *next;
} cursors[64];
static int cursor_count;

static char **cursor_of(const char *name) {
  for (int at = 0; at < cursor_count; at++) {
    if (strcmp(cursors[at].name, name) == 0) return &cursors[at].next;
  }
  size_t length = strlen(name);
  for (char *at = inputs; (at = strchr(at, ' ')) != NULL;) {
    at++;
    if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
    strcpy(cursors[cursor_count].name, name);
    cursors[cursor_count].next = at + length + 1;
    return &cursors[cursor_count++].next;
  }
  return NULL;
}

static long long value_of(const char *name) {
  char **cursor = cursor_of(name);
  if (cursor == NULL || *cursor == NULL) {
    fprintf(stderr, "@missing %s\n", name);
    _exit(99);
  }
  char *end;
  long long value = strtoll(*cursor, &end, 10);
  *cursor = *end == ',' ? end + 1 : NULL;
  return value;
}

#define INPUT(type, name) \
  type pathfold_##name(const char *label) { return (type)value_of(label); }
INPUT(bool, bool)
INPUT(char, char)
INPUT(signed char, signed_char)
INPUT(unsigned char, unsigned_char)
INPUT(short, short)
INPUT(unsigned short, unsigned_short)
INPUT(int, int)
INPUT(unsigned, unsigned)
INPUT(long, long)
INPUT(unsigned long, unsigned_long)
INPUT(size_t, size)
INPUT(uint8_t, uint8)
INPUT(uint16_t, uint16)
INPUT(uint32_t, uint32)
INPUT(int32_t, int32)

void pathfold_assume(bool condition) {
  if (condition) return;
  fprintf(stderr, "@rejected\n");
  _exit(0);
}

int pathfold_range(const char *name, int low, int high) {
  int value = pathfold_int(name);
  pathfold_assume(low <= value && value <= high);
  return value;
}

void pathfold_bytes(void *address, size_t size, const char *name) {
  for (size_t at = 0; at < size; at++) ((unsigned char *)address)[at] = (unsigned char)value_of(name);
}

/* A zero ends a string; a short one is padded with zeros, so that callers need not know the size of the buffer. */
void pathfold_string(char *buffer, size_t size, const char *name) {
  char **cursor = cursor_of(name);
  memset(buffer, 0, size);
  for (size_t at = 0; cursor != NULL && *cursor != NULL; at++) {
    char value = (char)value_of(name);
    if (value == '\0') return;
    if (at + 1 < size) buffer[at] = value;
  }
}

void pathfold_assert_failed(const char *condition, const char *file, int line) {
  fprintf(stderr, "%s:%d: Assertion `%s' failed.\n", file, line, condition);
  abort();
}

void pathfold_fail_at(const char *message, const char *file, int line) {
  fprintf(stderr, "%s:%d: Assertion `%s' failed.\n", file, line, message);
  abort();
}

static void output(const char *name, long value) { fprintf(stderr, "@output %s %ld\n", name, value); }
void pathfold_output_bool(const char *name, bool value) { output(name, value); }
void pathfold_output_char(const char *name, char value) { output(name, value); }
void pathfold_output_int(const char *name, int value) { output(name, value); }
void pathfold_output_unsigned(const char *name, unsigned value) { output(name, (long)value); }
void pathfold_output_short(const char *name, short value) { output(name, value); }
void pathfold_output_unsigned_char(const char *name, unsigned char value) { output(name, value); }
void pathfold_output_long(const char *name, long value) { output(name, value); }
void pathfold_output_string(const char *name, const char *value) { fprintf(stderr, "@text %s %s\n", name, value); }

/* Called at every basic block of a program compiled with -fsanitize-coverage=trace-pc: equal sums mean equal paths. */
static unsigned long long *path;

void __sanitizer_cov_trace_pc(void) {
  if (path != NULL) *path = (*path ^ (unsigned long long)(size_t)__builtin_return_address(0)) * 1099511628211ull;
}

static void finish(void) {
  dumps[current]();
  fprintf(stderr, "@done\n");
}

int main(void) {
  static char line[65536];
  setvbuf(stdout, NULL, _IONBF, 0);
  setvbuf(stderr, NULL, _IONBF, 0);
  unsigned long long *shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  while (fgets(line, sizeof line, stdin) != NULL) {
    inputs = line;
    current = atoi(line);
    *shared = 1469598103934665603ull;
    pid_t child = fork();
    if (child == 0) {
      alarm(5);
      atexit(finish);
      path = shared;
      exit(entries[current]());
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("\n@end\n");
    fprintf(stderr, "\n@end %d %d %llx\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            WIFSIGNALED(status) ? WTERMSIG(status) : 0, *shared);
  }
  return 0;
}

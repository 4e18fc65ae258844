/*
 * Runs generated programs natively on many inputs, one child process per run. A line of standard input is
 *
 *   <program> <name>=<value>[,<value>...] ...
 *
 * and each run is framed on standard output and on standard error by marker lines, so that the caller can tell the
 * program's own text, its final globals and the sanitizer's report apart. Compile with -DPROGRAMS=<count> together
 * with a file that defines `entries` and `dumps`.
 */
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern int (*const entries[PROGRAMS])(void);
extern void (*const dumps[PROGRAMS])(void);

static char *inputs;
static int current;

static long value_of(const char *name, int position) {
  size_t length = strlen(name);
  for (char *at = inputs; (at = strchr(at, ' ')) != NULL;) {
    at++;
    if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
    char *value = at + length + 1;
    for (; position > 0; position--) value = strchr(value, ',') + 1;
    return strtol(value, NULL, 10);
  }
  fprintf(stderr, "no input named %s\n", name);
  _exit(99);
}

int pathfold_int(const char *name) { return (int)value_of(name, 0); }
unsigned char pathfold_unsigned_char(const char *name) { return (unsigned char)value_of(name, 0); }

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
  for (size_t at = 0; at < size; at++) ((unsigned char *)address)[at] = (unsigned char)value_of(name, (int)at);
}

static void output(const char *name, int value) { fprintf(stderr, "@output %s %d\n", name, value); }
void pathfold_output_int(const char *name, int value) { output(name, value); }
void pathfold_output_short(const char *name, short value) { output(name, value); }
void pathfold_output_unsigned_char(const char *name, unsigned char value) { output(name, value); }

static void dump_globals(void) {
  dumps[current]();
  fprintf(stderr, "@done\n");
}

int main(void) {
  static char line[4096];
  setvbuf(stdout, NULL, _IONBF, 0);
  setvbuf(stderr, NULL, _IONBF, 0);
  while (fgets(line, sizeof line, stdin) != NULL) {
    inputs = line;
    current = atoi(line);
    pid_t child = fork();
    if (child == 0) {
      alarm(5);
      atexit(dump_globals);
      exit(entries[current]());
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("\n@end\n");
    fprintf(stderr, "\n@end %d %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  }
  return 0;
}

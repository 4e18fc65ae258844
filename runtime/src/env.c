/* The environment: empty at the start, filled only by the program itself. */
#include "internal.h"

static char *env_none[1] = {NULL};
char **environ = env_none;
static size_t env_capacity;

static size_t env_name_length(const char *text) { return (size_t)(strchrnul(text, '=') - text); }

static char **env_find(const char *name, size_t n) {
  if (!environ) return NULL;
  for (char **entry = environ; *entry; entry++) {
    if (strncmp(*entry, name, n) == 0 && (*entry)[n] == '=') return entry;
  }
  return NULL;
}

char *getenv(const char *name) {
  size_t n = env_name_length(name);
  if (n == 0 || name[n]) return NULL;
  char **entry = env_find(name, n);
  return entry ? *entry + n + 1 : NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }

static int env_place(char *text, size_t name_length) {
  char **entry = env_find(text, name_length);
  if (entry) {
    *entry = text;
    return 0;
  }
  size_t count = 0;
  while (environ && environ[count]) count++;
  if (count + 2 > env_capacity) {
    size_t capacity = count + 16;
    char **grown = malloc(capacity * sizeof *grown);
    if (!grown) return -1;
    if (count) __builtin_memcpy(grown, environ, count * sizeof *grown);
    if (env_capacity) free(environ);
    environ = grown;
    env_capacity = capacity;
  }
  environ[count] = text;
  environ[count + 1] = NULL;
  return 0;
}

/** Callers may still hold a text when another one takes its place, so none is freed; in a list none is lost either. */
struct env_text {
  struct env_text *next;
  char text[];
};
static struct env_text *env_texts;

int setenv(const char *name, const char *value, int overwrite) {
  size_t n = name ? env_name_length(name) : 0;
  if (n == 0 || name[n]) {
    errno = EINVAL;
    return -1;
  }
  if (!overwrite && env_find(name, n)) return 0;
  size_t value_length = strlen(value);
  struct env_text *made = malloc(sizeof *made + n + value_length + 2);
  if (!made) return -1;
  made->next = env_texts;
  env_texts = made;
  char *text = made->text;
  __builtin_memcpy(text, name, n);
  text[n] = '=';
  __builtin_memcpy(text + n + 1, value, value_length + 1);
  return env_place(text, n);
}

int unsetenv(const char *name) {
  size_t n = name ? env_name_length(name) : 0;
  if (n == 0 || name[n]) {
    errno = EINVAL;
    return -1;
  }
  char **entry;
  while ((entry = env_find(name, n))) {
    for (; *entry; entry++) entry[0] = entry[1];
  }
  return 0;
}

int putenv(char *text) {
  size_t n = env_name_length(text);
  if (n == 0 || !text[n]) return unsetenv(text);
  return env_place(text, n);
}

int clearenv(void) {
  if (env_capacity) free(environ);
  environ = env_none;
  env_capacity = 0;
  return 0;
}

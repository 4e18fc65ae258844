/* What the two halves of argp's model share. */
#ifndef PATHFOLD_MODEL_ARGP_H
#define PATHFOLD_MODEL_ARGP_H

#include "posix.h"

#include <pathfold/argp_declarations.h>

int fprintf(FILE *restrict stream, const char *restrict format, ...);
int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments);
int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments);
int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...);

char *strrchr(const char *text, int c);
size_t strspn(const char *text, const char *accept);
size_t strcspn(const char *text, const char *reject);
void *calloc(size_t count, size_t size);

static inline bool argp_option_ends(const struct argp_option *option) {
  return !option->name && !option->key && !option->doc && !option->group;
}

#endif

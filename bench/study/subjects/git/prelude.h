/* What wildmatch.c needs of git's cache.h. */
#include <ctype.h>
#include <stddef.h>
#include <string.h>

static inline int is_glob_special(int c) { return c == '*' || c == '?' || c == '[' || c == '\\'; }

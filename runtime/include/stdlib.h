/* What a POSIX system has and the target's own header hides. */
#include_next <stdlib.h>
#if defined(__wasi__) && !defined(__STRICT_ANSI__) && !defined(PATHFOLD_STDLIB_H)
#define PATHFOLD_STDLIB_H
int mkstemp(char *name);
int mkostemp(char *name, int flags);
int mkstemps(char *name, int end);
void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *data);
char *canonicalize_file_name(const char *name);
#endif

/* What a POSIX system has and the target's own header hides. */
#include_next <stdlib.h>
#include <pathfold-visible.h>
#if defined(PATHFOLD_POSIX_NAMES) && !defined(PATHFOLD_STDLIB_H)
#define PATHFOLD_STDLIB_H
int mkstemp(char *name);
char *mkdtemp(char *name);
char *mktemp(char *name);
int posix_openpt(int flags);
int grantpt(int descriptor);
int unlockpt(int descriptor);
char *ptsname(int descriptor);
#include <pathfold-exit-status.h>
#ifdef PATHFOLD_GNU_NAMES
int mkostemp(char *name, int flags);
int mkstemps(char *name, int end);
void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *data);
char *canonicalize_file_name(const char *name);
int mkostemps(char *name, int end, int flags);
int getloadavg(double *loads, int count);
void *valloc(size_t size);
int rpmatch(const char *answer);
#endif
#endif

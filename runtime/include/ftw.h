/* What a POSIX system has and the target's own header hides. */
#include_next <ftw.h>
#if defined(_WASI_EMULATED_SIGNAL) && !defined(PATHFOLD_FTW_H)
#define PATHFOLD_FTW_H
int ftw(const char *root, int (*visit)(const char *name, const struct stat *status, int type), int descriptors);
#endif

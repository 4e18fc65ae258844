/* What a POSIX system has and the target's own header hides. */
#include_next <sys/stat.h>
#if defined(_WASI_EMULATED_SIGNAL) && !defined(PATHFOLD_SYS_STAT_H)
#define PATHFOLD_SYS_STAT_H
mode_t umask(mode_t mask);
int mkfifo(const char *name, mode_t mode);
int mkfifoat(int folder, const char *name, mode_t mode);
int mknod(const char *name, mode_t mode, dev_t device);
int mknodat(int folder, const char *name, mode_t mode, dev_t device);
#endif

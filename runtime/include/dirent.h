/* What a POSIX system has and the target's own header hides. */
#include_next <dirent.h>
#if defined(_WASI_EMULATED_SIGNAL) && !defined(PATHFOLD_DIRENT_H)
#define PATHFOLD_DIRENT_H
int readdir_r(DIR *__restrict folder, struct dirent *__restrict entry, struct dirent **__restrict result);
#endif

/* What a POSIX system has and the target's own header hides. */
#include_next <fcntl.h>
#if defined(_WASI_EMULATED_SIGNAL) && !defined(PATHFOLD_FCNTL_H)
#define PATHFOLD_FCNTL_H
#include <pathfold-visible.h>
#define F_DUPFD 0
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_SETOWN 8
#define F_GETOWN 9
#define F_DUPFD_CLOEXEC 1030
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2
#ifdef PATHFOLD_GNU_NAMES
#define O_NDELAY O_NONBLOCK
#define O_LARGEFILE 0
#define O_NOATIME 0
#define O_PATH 0
#define AT_EMPTY_PATH 0
#define FAPPEND O_APPEND
#define FNDELAY O_NONBLOCK
int fallocate(int descriptor, int mode, off_t from, off_t size);
#endif
int lockf(int descriptor, int command, off_t size);
#endif

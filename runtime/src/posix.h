/*
 * POSIX as the two targets lay it out: glibc's structures and numbers for x86_64, wasi-libc's for everything that is compiled with
 * its headers (with what our own headers in runtime/wasi add to them). test/runtime compares all of it with the real headers.
 */
#ifndef PATHFOLD_POSIX_H
#define PATHFOLD_POSIX_H

#include "internal.h"

typedef unsigned mode_t, uid_t, gid_t;
typedef int pid_t;
typedef pf_offset off_t;
typedef uint64_t dev_t, ino_t, nlink_t;

struct timespec {
  int64_t tv_sec;
  long tv_nsec;
};

struct timeval {
  int64_t tv_sec;
  int64_t tv_usec;
};

/* A look at the clock that takes no time. */
struct timespec __pfc_now(void);

/* The same members in the same order on both targets. */
struct stat {
  dev_t st_dev;
  ino_t st_ino;
  nlink_t st_nlink;
  mode_t st_mode;
  uid_t st_uid;
  gid_t st_gid;
  unsigned unused;
  dev_t st_rdev;
  off_t st_size;
  long st_blksize;
  int64_t st_blocks;
  struct timespec st_atim, st_mtim, st_ctim;
  int64_t reserved[3];
};

struct dirent {
  ino_t d_ino;
#if !PF_WASI
  off_t d_off;
  unsigned short d_reclen;
#endif
  unsigned char d_type;
  char d_name[256];
};

enum {
  S_IFMT = 0170000,
  S_IFSOCK = 0140000,
  S_IFLNK = 0120000,
  S_IFREG = 0100000,
  S_IFBLK = 0060000,
  S_IFDIR = 0040000,
  S_IFCHR = 0020000,
  S_IFIFO = 0010000,
  S_ISUID = 04000,
  S_ISGID = 02000,
  S_ISVTX = 01000
};

enum { SEEK_SET = 0, SEEK_CUR = 1, SEEK_END = 2, SEEK_DATA = 3, SEEK_HOLE = 4 };
enum { R_OK = 4, W_OK = 2, X_OK = 1, F_OK = 0 };
enum { F_DUPFD = 0, F_GETFD = 1, F_SETFD = 2, F_GETFL = 3, F_SETFL = 4, F_GETLK = 5, F_SETLK = 6, F_SETLKW = 7, F_DUPFD_CLOEXEC = 1030 };
enum { FD_CLOEXEC = 1, F_UNLCK = 2 };

#if PF_WASI
enum {
  O_APPEND = 0x1,
  O_NONBLOCK = 0x4,
  O_CREAT = 0x1000,
  O_DIRECTORY = 0x2000,
  O_EXCL = 0x4000,
  O_TRUNC = 0x8000,
  O_NOFOLLOW = 0x01000000,
  O_RDONLY = 0x04000000,
  O_WRONLY = 0x10000000,
  O_RDWR = O_RDONLY | O_WRONLY,
  O_CLOEXEC = 0,
  O_PATH = 0
};
/* Opening for execution or search only counts as reading nothing; no access mode at all counts as reading. */
static inline bool pf_opens_for_reading(int flags) { return flags & O_RDONLY || !(flags & O_WRONLY); }
static inline bool pf_opens_for_writing(int flags) { return flags & O_WRONLY; }
enum { AT_FDCWD = -2, AT_SYMLINK_NOFOLLOW = 1, AT_SYMLINK_FOLLOW = 2, AT_REMOVEDIR = 4, AT_EACCESS = 0, AT_EMPTY_PATH = 0 };
enum { UTIME_NOW = -1, UTIME_OMIT = -2 };
enum { DT_FIFO = 6, DT_CHR = 2, DT_DIR = 3, DT_BLK = 1, DT_REG = 4, DT_LNK = 7, DT_SOCK = 20 };
enum { POLLIN = 1, POLLOUT = 2, POLLHUP = 0x2000, POLLNVAL = 0x4000 };
#else
enum {
  O_RDONLY = 0,
  O_WRONLY = 1,
  O_RDWR = 2,
  O_CREAT = 0100,
  O_EXCL = 0200,
  O_TRUNC = 01000,
  O_APPEND = 02000,
  O_NONBLOCK = 04000,
  O_DIRECTORY = 0200000,
  O_NOFOLLOW = 0400000,
  O_CLOEXEC = 02000000,
  O_PATH = 010000000
};
static inline bool pf_opens_for_reading(int flags) { return (flags & 3) == O_RDONLY || (flags & 3) == O_RDWR; }
static inline bool pf_opens_for_writing(int flags) { return (flags & 3) == O_WRONLY || (flags & 3) == O_RDWR; }
enum {
  AT_FDCWD = -100,
  AT_SYMLINK_NOFOLLOW = 0x100,
  AT_REMOVEDIR = 0x200,
  AT_EACCESS = 0x200,
  AT_SYMLINK_FOLLOW = 0x400,
  AT_EMPTY_PATH = 0x1000
};
enum { UTIME_NOW = 0x3fffffff, UTIME_OMIT = 0x3ffffffe };
enum { DT_FIFO = 1, DT_CHR = 2, DT_DIR = 4, DT_BLK = 6, DT_REG = 8, DT_LNK = 10, DT_SOCK = 12 };
enum { POLLIN = 1, POLLOUT = 4, POLLHUP = 16, POLLNVAL = 32 };
#endif

enum { PF_PATH_MAX = 4096, PF_NAME_MAX = 255 };

/* Sets errno and gives the usual -1. */
static inline int pf_fail(int number) {
  errno = number;
  return -1;
}

#endif

/* File systems, where the target's own headers have none. */
#if __has_include_next(<sys/statfs.h>)
#include_next <sys/statfs.h>
#else
#ifndef PATHFOLD_SYS_STATFS_H
#define PATHFOLD_SYS_STATFS_H
#include <sys/types.h>
struct statfs {
  long f_type, f_bsize;
  unsigned long long f_blocks, f_bfree, f_bavail, f_files, f_ffree;
  struct {
    int __val[2];
  } f_fsid;
  long f_namelen, f_frsize, f_flags, f_spare[4];
};
int statfs(const char *name, struct statfs *status);
int fstatfs(int descriptor, struct statfs *status);
#endif
#endif

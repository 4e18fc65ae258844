/* File systems, where the target's own headers have none. */
#if __has_include_next(<sys/vfs.h>)
#include_next <sys/vfs.h>
#else
#ifndef PATHFOLD_SYS_VFS_H
#define PATHFOLD_SYS_VFS_H
#include <sys/statfs.h>
#endif
#endif

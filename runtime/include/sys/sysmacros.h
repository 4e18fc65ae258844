/* Numbers of devices, where the target's own headers have none. */
#if __has_include_next(<sys/sysmacros.h>)
#include_next <sys/sysmacros.h>
#else
#ifndef PATHFOLD_SYS_SYSMACROS_H
#define PATHFOLD_SYS_SYSMACROS_H
#include <sys/types.h>
#define major(device) ((unsigned)(((device) >> 8 & 0xfff) | ((device) >> 32 & ~0xfff)))
#define minor(device) ((unsigned)(((device)&0xff) | ((device) >> 12 & ~0xff)))
#define makedev(major, minor) \
  ((dev_t)((major)&0xfff) << 8 | (dev_t)((major) & ~0xfffu) << 32 | (dev_t)((minor)&0xff) | (dev_t)((minor) & ~0xffu) << 12)
#endif
#endif

/* Extended attributes of files, where the target's own headers have none. */
#if __has_include_next(<sys/xattr.h>)
#include_next <sys/xattr.h>
#else
#ifndef PATHFOLD_SYS_XATTR_H
#define PATHFOLD_SYS_XATTR_H
#include <sys/types.h>
#define XATTR_CREATE 1
#define XATTR_REPLACE 2
ssize_t getxattr(const char *file, const char *name, void *value, size_t size);
ssize_t lgetxattr(const char *file, const char *name, void *value, size_t size);
ssize_t fgetxattr(int file, const char *name, void *value, size_t size);
ssize_t listxattr(const char *file, char *list, size_t size);
ssize_t llistxattr(const char *file, char *list, size_t size);
ssize_t flistxattr(int file, char *list, size_t size);
int setxattr(const char *file, const char *name, const void *value, size_t size, int flags);
int lsetxattr(const char *file, const char *name, const void *value, size_t size, int flags);
int fsetxattr(int file, const char *name, const void *value, size_t size, int flags);
int removexattr(const char *file, const char *name);
int lremovexattr(const char *file, const char *name);
int fremovexattr(int file, const char *name);
#endif
#endif

/* Words for declarations, where the target's own headers have none. */
#if __has_include_next(<sys/cdefs.h>)
#include_next <sys/cdefs.h>
#else
#ifndef PATHFOLD_SYS_CDEFS_H
#define PATHFOLD_SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __P(arguments) arguments
#define __CONCAT(left, right) left##right
#define __STRING(text) #text
#define __THROW
#define __nonnull(parameters) __attribute__((__nonnull__ parameters))
#endif
#endif

/* Limits of a process, where the target's own headers have none. */
#if __has_include_next(<ulimit.h>)
#include_next <ulimit.h>
#else
#ifndef PATHFOLD_ULIMIT_H
#define PATHFOLD_ULIMIT_H
#define UL_GETFSIZE 1
#define UL_SETFSIZE 2
long ulimit(int command, ...);
#endif
#endif

/* The stack of calls, where the target's own headers have none. */
#if __has_include_next(<execinfo.h>)
#include_next <execinfo.h>
#else
#ifndef PATHFOLD_EXECINFO_H
#define PATHFOLD_EXECINFO_H
int backtrace(void **addresses, int size);
char **backtrace_symbols(void *const *addresses, int size);
void backtrace_symbols_fd(void *const *addresses, int size, int descriptor);
#endif
#endif

/* errno, in the two shapes the headers know: a thread-local variable (wasi-libc) and a function giving its address (glibc). */
#include "internal.h"

#if PF_WASI
_Thread_local enum error_number errno;
#else
static _Thread_local enum error_number errno_value;

int *__errno_location(void) { return &errno_value; }
#endif

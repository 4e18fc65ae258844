/* What a GNU system has and the target's own header hides. */
#include_next <string.h>
#if defined(_WASI_EMULATED_SIGNAL) && defined(_GNU_SOURCE) && !defined(PATHFOLD_STRING_H)
#define PATHFOLD_STRING_H
void *rawmemchr(const void *bytes, int byte);
#endif

/* What a GNU system has and the target's own header hides. */
#include_next <malloc.h>
#if defined(_WASI_EMULATED_SIGNAL) && !defined(PATHFOLD_MALLOC_H)
#define PATHFOLD_MALLOC_H
void *valloc(size_t size);
void *memalign(size_t alignment, size_t size);
int malloc_trim(size_t rest);
int mallopt(int setting, int value);
#endif

/* What a Linux system has and the target's own header hides. */
#include_next <sys/random.h>
#if defined(_WASI_EMULATED_SIGNAL) && !defined(PATHFOLD_SYS_RANDOM_H)
#define PATHFOLD_SYS_RANDOM_H
#include <sys/types.h>
#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
ssize_t getrandom(void *bytes, size_t n, unsigned flags);
#endif

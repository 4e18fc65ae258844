/* Threads: what the target's own header hides where it has none. */
#include_next <pthread.h>
#if defined(__wasi__) && !defined(PATHFOLD_PTHREAD_H)
#define PATHFOLD_PTHREAD_H
_Noreturn void pthread_exit(void *result);
int pthread_kill(pthread_t thread, int number);
#endif

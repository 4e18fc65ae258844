/* Threads: what the target's own header hides where it has none. */
#include_next <pthread.h>
#if defined(_WASI_EMULATED_SIGNAL) && !defined(PATHFOLD_PTHREAD_H)
#define PATHFOLD_PTHREAD_H
#include <sched.h>
_Noreturn void pthread_exit(void *result);
int pthread_kill(pthread_t thread, int number);
int pthread_cancel(pthread_t thread);
int pthread_getschedparam(pthread_t thread, int *__restrict policy, struct sched_param *__restrict settings);
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *settings);
int pthread_setschedprio(pthread_t thread, int priority);
int pthread_attr_getschedparam(const pthread_attr_t *__restrict attributes, struct sched_param *__restrict settings);
int pthread_attr_setschedparam(pthread_attr_t *__restrict attributes, const struct sched_param *__restrict settings);
#endif

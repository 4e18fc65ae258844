/* What a POSIX system has and the target's own header hides. */
#include_next <sys/time.h>
#if defined(_WASI_EMULATED_SIGNAL) && !defined(PATHFOLD_SYS_TIME_H)
#define PATHFOLD_SYS_TIME_H
#include <pathfold-visible.h>
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
struct itimerval {
  struct timeval it_interval, it_value;
};
int getitimer(int which, struct itimerval *value);
int setitimer(int which, const struct itimerval *__restrict value, struct itimerval *__restrict old);
#ifdef PATHFOLD_GNU_NAMES
int futimes(int descriptor, const struct timeval times[2]);
int lutimes(const char *name, const struct timeval times[2]);
int settimeofday(const struct timeval *time, const struct timezone *zone);
#endif
#endif

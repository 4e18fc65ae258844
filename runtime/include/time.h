/* What a POSIX system has and the target's own header hides. */
#include_next <time.h>
#include <pathfold-visible.h>
#if defined(PATHFOLD_POSIX_NAMES) && !defined(PATHFOLD_TIME_H)
#define PATHFOLD_TIME_H
struct sigevent;
void tzset(void);
extern char *tzname[2];
extern int daylight;
extern long timezone;
int clock_settime(clockid_t clock, const struct timespec *time);
int clock_getcpuclockid(pid_t process, clockid_t *clock);
int timer_create(clockid_t clock, struct sigevent *__restrict event, timer_t *__restrict timer);
int timer_delete(timer_t timer);
int timer_settime(timer_t timer, int flags, const struct itimerspec *__restrict value, struct itimerspec *__restrict old);
int timer_gettime(timer_t timer, struct itimerspec *value);
int timer_getoverrun(timer_t timer);
#ifdef PATHFOLD_GNU_NAMES
int stime(const time_t *time);
#endif
#endif

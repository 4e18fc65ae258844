/* What a POSIX system has and the target's own header hides. */
#include_next <sched.h>
#if defined(_WASI_EMULATED_SIGNAL) && !defined(PATHFOLD_SCHED_H)
#define PATHFOLD_SCHED_H
#include <pathfold-visible.h>
#include <sys/types.h>
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_getparam(pid_t process, struct sched_param *settings);
int sched_setparam(pid_t process, const struct sched_param *settings);
int sched_getscheduler(pid_t process);
int sched_setscheduler(pid_t process, int policy, const struct sched_param *settings);
int sched_rr_get_interval(pid_t process, struct timespec *interval);
#ifdef PATHFOLD_GNU_NAMES
typedef struct {
  unsigned char __bits[128];
} cpu_set_t;
#define CPU_SETSIZE 1024
#define CPU_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(cpu_set_t)))
#define CPU_SET(number, set) ((void)((set)->__bits[(number) / 8] |= 1 << (number) % 8))
#define CPU_CLR(number, set) ((void)((set)->__bits[(number) / 8] &= ~(1 << (number) % 8)))
#define CPU_ISSET(number, set) ((set)->__bits[(number) / 8] >> (number) % 8 & 1)
#define CPU_COUNT(set) __sched_cpucount(sizeof(cpu_set_t), (set))
int __sched_cpucount(size_t size, const cpu_set_t *set);
int sched_getcpu(void);
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set);
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set);
#endif
#endif

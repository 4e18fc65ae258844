/* Who the process is, and waiting. */
#include "posix.h"

enum { PROCESS_NUMBER = 42, PROCESS_PARENT = 1, PROCESS_USER = 1000 };

pid_t getpid(void) { return PROCESS_NUMBER + (pid_t)__pf_setting(PF_ANOTHER_RUN); }
pid_t getppid(void) { return PROCESS_PARENT; }
pid_t getpgrp(void) { return PROCESS_NUMBER; }
pid_t getpgid(pid_t process) { return process == 0 || process == PROCESS_NUMBER ? PROCESS_NUMBER : pf_fail(ESRCH); }
pid_t getsid(pid_t process) { return getpgid(process); }
pid_t gettid(void) { return PROCESS_NUMBER; }
int setpgid(pid_t process, pid_t group) { return (void)group, getpgid(process) < 0 ? -1 : 0; }
int setpgrp(void) { return 0; }
pid_t setsid(void) { return pf_fail(EPERM); }

uid_t getuid(void) { return PROCESS_USER; }
uid_t geteuid(void) { return PROCESS_USER; }
gid_t getgid(void) { return PROCESS_USER; }
gid_t getegid(void) { return PROCESS_USER; }

int getresuid(uid_t *real, uid_t *effective, uid_t *saved) { return *real = *effective = *saved = PROCESS_USER, 0; }
int getresgid(gid_t *real, gid_t *effective, gid_t *saved) { return *real = *effective = *saved = PROCESS_USER, 0; }

/* No process may become another user. */
static int process_become(unsigned identity) { return identity == PROCESS_USER ? 0 : pf_fail(EPERM); }

int setuid(uid_t user) { return process_become(user); }
int seteuid(uid_t user) { return process_become(user); }
int setgid(gid_t group) { return process_become(group); }
int setegid(gid_t group) { return process_become(group); }
int setreuid(uid_t real, uid_t effective) { return process_become(real == (uid_t)-1 ? PROCESS_USER : real) | process_become(effective == (uid_t)-1 ? PROCESS_USER : effective); }
int setregid(gid_t real, gid_t effective) { return setreuid(real, effective); }
int issetugid(void) { return 0; }

/* --- waiting ---------------------------------------------------------------------------------------------------------------- */

int nanosleep(const struct timespec *duration, struct timespec *left);

unsigned sleep(unsigned seconds) {
  struct timespec duration = {.tv_sec = seconds};
  nanosleep(&duration, NULL);
  return 0;
}

int usleep(unsigned microseconds) {
  struct timespec duration = {.tv_sec = microseconds / 1000000, .tv_nsec = (long)(microseconds % 1000000) * 1000};
  return nanosleep(&duration, NULL);
}

/* Time only passes while the program looks at it: no alarm ever goes off. */
unsigned alarm(unsigned seconds) {
  (void)seconds;
  return 0;
}

int setitimer(int which, const void *value, void *old) { return (void)which, (void)value, (void)old, 0; }
int timer_create(int clock, void *event, void **timer) { return (void)clock, (void)event, *timer = NULL, 0; }
int timer_settime(void *timer, int flags, const void *value, void *old) { return (void)timer, (void)flags, (void)value, (void)old, 0; }
int timer_delete(void *timer) { return (void)timer, 0; }


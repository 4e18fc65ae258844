/* Small functions of POSIX and GNU that need nothing but what others here provide. */
#include "posix.h"

size_t strlen(const char *s);
char *strsignal(int number);
int fprintf(FILE *restrict stream, const char *restrict format, ...);
char *getcwd(char *buffer, size_t size);
int strverscmp(const char *left, const char *right);
int setreuid(uid_t real, uid_t effective);
uid_t geteuid(void);
gid_t getegid(void);

int getdtablesize(void) { return 1024; }
int setresuid(uid_t real, uid_t effective, uid_t saved) { return setreuid(real, effective) | setreuid(saved, (uid_t)-1); }
int setresgid(gid_t real, gid_t effective, gid_t saved) { return setresuid(real, effective, saved); }
int setfsuid(uid_t user) { return (void)user, (int)geteuid(); }
int setfsgid(gid_t group) { return (void)group, (int)getegid(); }
int group_member(gid_t group) { return group == getegid(); }
char *getwd(char *buffer) { return getcwd(buffer, PF_PATH_MAX); }
unsigned long getauxval(unsigned long type) { return (void)type, errno = ENOENT, 0; }
const char *gnu_get_libc_version(void) { return "2.36"; }
const char *gnu_get_libc_release(void) { return "stable"; }
int rpmatch(const char *answer) { return *answer == 'y' || *answer == 'Y' ? 1 : *answer == 'n' || *answer == 'N' ? 0 : -1; }
int versionsort(const struct dirent **left, const struct dirent **right) { return strverscmp((*left)->d_name, (*right)->d_name); }
int versionsort64(const struct dirent **left, const struct dirent **right) { return versionsort(left, right); }
int getitimer(int which, void *value) { return (void)which, memset(value, 0, 2 * sizeof(struct timeval)), 0; }
int timer_gettime(void *timer, void *value) { return (void)timer, memset(value, 0, 2 * sizeof(struct timespec)), 0; }
int timer_getoverrun(void *timer) { return (void)timer, 0; }
unsigned ualarm(unsigned microseconds, unsigned interval) { return (void)microseconds, (void)interval, 0; }

void psignal(int number, const char *text) {
  if (text && *text) fprintf(stderr, "%s: ", text);
  fprintf(stderr, "%s\n", strsignal(number));
}

int sched_rr_get_interval(pid_t process, struct timespec *interval) { return (void)process, *interval = (struct timespec){0, 100000000}, 0; }
int sched_get_priority_max(int policy) { return policy == 1 || policy == 2 ? 99 : 0; }
int sched_get_priority_min(int policy) { return policy == 1 || policy == 2 ? 1 : 0; }
int sched_getscheduler(pid_t process) { return (void)process, 0; }
int sched_setscheduler(pid_t process, int policy, const void *settings) { return (void)process, (void)settings, policy == 0 ? 0 : pf_fail(EPERM); }
int sched_getparam(pid_t process, int *priority) { return (void)process, *priority = 0, 0; }
int sched_setparam(pid_t process, const int *priority) { return (void)process, *priority == 0 ? 0 : pf_fail(EINVAL); }
void *__sched_cpualloc(size_t count) { return malloc((count + 63) / 64 * 8); }
void __sched_cpufree(void *set) { free(set); }

void __syslog_chk(int priority, int flag, const char *format, ...) { (void)priority, (void)flag, (void)format; }
void __vsyslog_chk(int priority, int flag, const char *format, va_list arguments) { (void)priority, (void)flag, (void)format, (void)arguments; }
int setlogmask(int mask) { return (void)mask, 255; }

/* One word of a comma separated list, and its value if it has one. */
int getsubopt(char **restrict options, char *const *restrict known, char **restrict value) {
  char *word = *options, *end = strchrnul(word, ',');
  *options = *end ? end + 1 : end;
  *end = 0;
  char *sign = strchrnul(word, '=');
  size_t n = (size_t)(sign - word);
  *value = *sign ? sign + 1 : NULL;
  for (int i = 0; known[i]; i++) {
    if (strncmp(known[i], word, n) == 0 && known[i][n] == 0) return i;
  }
  *value = word;
  return -1;
}


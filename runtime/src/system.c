/* The machine a program believes to run on: one processor, nothing going on. */
#include "posix.h"

struct utsname {
  char system[65], node[65], release[65], version[65], machine[65], domain[65];
};

int uname(struct utsname *names) {
#if PF_WASI
  static const struct utsname fixed = {"wasi", "(none)", "0.0.0", "0.0.0", "wasm32", "(none)"};
#else
  static const struct utsname fixed = {"Linux", "localhost", "6.0.0", "#1", "x86_64", "(none)"};
#endif
  *names = fixed;
  return 0;
}

int gethostname(char *buffer, size_t size) {
  static const char name[] = "localhost";
  if (size < sizeof name) return pf_fail(ENAMETOOLONG);
  __builtin_memcpy(buffer, name, sizeof name);
  return 0;
}

int __gethostname_chk(char *buffer, size_t size, size_t room) {
  (void)room;
  return gethostname(buffer, size);
}

int sethostname(const char *name, size_t n) { return (void)name, (void)n, pf_fail(EPERM); }
int getdomainname(char *buffer, size_t size) {
  if (size < 7) return pf_fail(EINVAL);
  __builtin_memcpy(buffer, "(none)", 7);
  return 0;
}
long gethostid(void) { return 0x7f000001; }

int getpagesize(void) { return PF_WASI ? 65536 : 4096; }

enum { SYSTEM_MEGABYTES = 1024, SYSTEM_TICKS = 100, SYSTEM_DESCRIPTORS = 1024 };

/* glibc's and musl's numbers are the same for these; for the rest, "no definite answer". */
long sysconf(int name) {
  enum { SC_ARG_MAX, SC_CHILD_MAX, SC_CLK_TCK, SC_NGROUPS_MAX, SC_OPEN_MAX, SC_STREAM_MAX, SC_TZNAME_MAX, SC_JOB_CONTROL, SC_SAVED_IDS };
  enum { SC_VERSION = 29, SC_PAGESIZE = 30, SC_IOV_MAX = 60, SC_GETGR_R_SIZE = 69, SC_GETPW_R_SIZE = 70, SC_LOGIN_NAME_MAX = 71 };
  enum { SC_PROCESSORS = 83, SC_PROCESSORS_ONLINE = 84, SC_PHYSICAL_PAGES = 85, SC_AVAILABLE_PAGES = 86, SC_LINE_MAX = 43, SC_SYMLOOP_MAX = 173, SC_HOST_NAME_MAX = 180 };
  switch (name) {
    case SC_ARG_MAX:
      return 2097152;
    case SC_CHILD_MAX:
    case SC_OPEN_MAX:
      return SYSTEM_DESCRIPTORS;
    case SC_CLK_TCK:
      return SYSTEM_TICKS;
    case SC_NGROUPS_MAX:
      return 65536;
    case SC_STREAM_MAX:
      return 16;
    case SC_TZNAME_MAX:
      return PF_WASI ? 6 : -1;
    case SC_JOB_CONTROL:
    case SC_SAVED_IDS:
    case SC_PROCESSORS:
    case SC_PROCESSORS_ONLINE:
      return 1;
    case SC_VERSION:
      return 200809;
    case SC_PAGESIZE:
      return getpagesize();
    case SC_IOV_MAX:
    case SC_GETGR_R_SIZE:
    case SC_GETPW_R_SIZE:
      return 1024;
    case SC_LOGIN_NAME_MAX:
      return 256;
    case SC_LINE_MAX:
      return 2048;
    case SC_HOST_NAME_MAX:
      return 64;
    case SC_PHYSICAL_PAGES:
      return SYSTEM_MEGABYTES * (1048576 / getpagesize());
    case SC_AVAILABLE_PAGES:
      return SYSTEM_MEGABYTES / 2 * (1048576 / getpagesize());
    case SC_SYMLOOP_MAX:
    default:
      return -1;
  }
}

size_t confstr(int name, char *buffer, size_t size) {
  static const char path[] = "/bin:/usr/bin";
  if (name != 0) return errno = EINVAL, 0;
  if (size > 0) {
    size_t n = size < sizeof path ? size : sizeof path;
    __builtin_memcpy(buffer, path, n);
    buffer[n - 1] = 0;
  }
  return sizeof path;
}

int get_nprocs(void) { return 1; }
int get_nprocs_conf(void) { return 1; }

struct sysinfo {
  long uptime;
  unsigned long loads[3], total_memory, free_memory, shared_memory, buffers, total_swap, free_swap;
  unsigned short processes, unused;
  unsigned long total_high, free_high;
  unsigned unit;
};

int sysinfo(struct sysinfo *information) {
  static const struct sysinfo nothing;
  *information = nothing;
  information->uptime = 1000;
  information->total_memory = (unsigned long)SYSTEM_MEGABYTES << 20;
  information->free_memory = (unsigned long)SYSTEM_MEGABYTES << 19;
  information->processes = 1;
  information->unit = 1;
  return 0;
}

int getloadavg(double *loads, int count) {
  for (int i = 0; i < count && i < 3; i++) loads[i] = 0;
  return count < 3 ? count : 3;
}

struct rlimit {
  uint64_t soft, hard;
};

int getrlimit(int resource, struct rlimit *limit) {
  enum { OPEN_FILES = 7, STACK = 3, RESOURCES = 16 };
  if (resource < 0 || resource >= RESOURCES) return pf_fail(EINVAL);
  limit->soft = limit->hard = ~(uint64_t)0;
  if (resource == OPEN_FILES) limit->soft = limit->hard = SYSTEM_DESCRIPTORS;
  if (resource == STACK) limit->soft = 8 << 20;
  return 0;
}

int getrlimit64(int resource, struct rlimit *limit) { return getrlimit(resource, limit); }
int setrlimit(int resource, const struct rlimit *limit) { return (void)limit, resource >= 0 && resource < 16 ? 0 : pf_fail(EINVAL); }
int setrlimit64(int resource, const struct rlimit *limit) { return setrlimit(resource, limit); }

int prlimit(int process, int resource, const struct rlimit *limit, struct rlimit *old) {
  (void)process, (void)limit;
  return old ? getrlimit(resource, old) : 0;
}

long ulimit(int command, ...) {
  enum { GET_FILE_SIZE = 1, SET_FILE_SIZE = 2, GET_DESCRIPTORS = 4 };
  if (command == GET_FILE_SIZE) return LONG_MAX;
  if (command == GET_DESCRIPTORS) return SYSTEM_DESCRIPTORS;
  return command == SET_FILE_SIZE ? 0 : pf_fail(EINVAL);
}

int getrusage(int who, void *usage) {
  (void)who;
  __builtin_memset(usage, 0, 2 * sizeof(struct timeval) + 14 * sizeof(long));
  return 0;
}

int getpriority(int which, unsigned who) { return (void)which, (void)who, 0; }
int setpriority(int which, unsigned who, int priority) { return (void)which, (void)who, priority < 0 ? pf_fail(EACCES) : 0; }
int nice(int increment) { return increment < 0 ? pf_fail(EPERM) : increment < 19 ? increment : 19; }

/* --- processors ---------------------------------------------------------------------------------------------------------------- */

int sched_getaffinity(int process, size_t size, unsigned char *set) {
  (void)process;
  if (size < sizeof(long)) return pf_fail(EINVAL);
  __builtin_memset(set, 0, size);
  set[0] = 1;
  return 0;
}

int sched_setaffinity(int process, size_t size, const unsigned char *set) { return (void)process, (void)size, (void)set, 0; }

int __sched_cpucount(size_t size, const unsigned char *set) {
  int count = 0;
  for (size_t i = 0; i < size; i++) {
    for (unsigned bits = set[i]; bits; bits &= bits - 1) count++;
  }
  return count;
}

int sched_getcpu(void) { return 0; }

/* --- randomness: a fixed sequence, so that runs repeat ----------------------------------------------------------------------------- */

static uint64_t system_random_state = 0x9e3779b97f4a7c15;

static void system_fill(unsigned char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) {
    system_random_state ^= system_random_state << 13;
    system_random_state ^= system_random_state >> 7;
    system_random_state ^= system_random_state << 17;
    bytes[i] = (unsigned char)((system_random_state >> 32) + __pf_setting(PF_ANOTHER_RUN));
  }
}

int getentropy(void *buffer, size_t n) {
  if (n > 256) return pf_fail(EIO);
  system_fill(buffer, n);
  return 0;
}

ssize_t getrandom(void *buffer, size_t n, unsigned flags) {
  (void)flags;
  system_fill(buffer, n);
  return (ssize_t)n;
}

uint32_t arc4random(void) {
  uint32_t value;
  system_fill((unsigned char *)&value, sizeof value);
  return value;
}

void arc4random_buf(void *buffer, size_t n) { system_fill(buffer, n); }
uint32_t arc4random_uniform(uint32_t bound) { return bound ? arc4random() % bound : 0; }

/* --- what is not there -------------------------------------------------------------------------------------------------------------- */

int prctl(int option, ...) { return (void)option, 0; }
int inotify_init(void) { return pf_fail(ENOSYS); }
int inotify_init1(int flags) { return (void)flags, pf_fail(ENOSYS); }
int inotify_add_watch(int descriptor, const char *name, unsigned mask) { return (void)descriptor, (void)name, (void)mask, pf_fail(EBADF); }
int inotify_rm_watch(int descriptor, int watch) { return (void)descriptor, (void)watch, pf_fail(EBADF); }
void openlog(const char *name, int options, int facility) { (void)name, (void)options, (void)facility; }
void closelog(void) {}
void syslog(int priority, const char *format, ...) { (void)priority, (void)format; }
void vsyslog(int priority, const char *format, va_list arguments) { (void)priority, (void)format, (void)arguments; }

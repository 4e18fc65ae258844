/* Parts of a system that are not there: each call fails as it would on a system that is configured without them. */
#include "posix.h"

/* --- libraries that are loaded while a program runs ---------------------------------------------------------------------------- */

static const char *absent_library_error;

void *dlopen(const char *name, int mode) {
  (void)mode;
  __pf_absent("dlopen");
  absent_library_error = name ? "cannot open shared object file: No such file or directory" : "dynamic loading is not supported";
  return NULL;
}
void *dlsym(void *restrict handle, const char *restrict name) {
  (void)handle, (void)name;
  __pf_absent("dlsym");
  absent_library_error = "undefined symbol";
  return NULL;
}
void *dlvsym(void *restrict handle, const char *restrict name, const char *restrict version) { return (void)version, dlsym(handle, name); }
int dlclose(void *handle) { return (void)handle, 0; }
int dladdr(const void *address, void *information) { return (void)address, (void)information, 0; }
char *dlerror(void) {
  const char *error = absent_library_error;
  absent_library_error = NULL;
  return (char *)error;
}
int backtrace(void **addresses, int size) { return (void)addresses, (void)size, 0; }
char **backtrace_symbols(void *const *addresses, int size) { return (void)addresses, (void)size, NULL; }
void backtrace_symbols_fd(void *const *addresses, int size, int descriptor) { (void)addresses, (void)size, (void)descriptor; }

/* --- extended attributes: the file system has none -------------------------------------------------------------------------------- */

ssize_t fgetxattr(int file, const char *name, void *value, size_t size) { return (void)file, (void)name, (void)value, (void)size, pf_fail(ENOTSUP); }
ssize_t flistxattr(int file, char *list, size_t size) { return (void)file, (void)list, (void)size, pf_fail(ENOTSUP); }
int setxattr(const char *file, const char *name, const void *value, size_t size, int flags) {
  return (void)file, (void)name, (void)value, (void)size, (void)flags, pf_fail(ENOTSUP);
}
int lsetxattr(const char *file, const char *name, const void *value, size_t size, int flags) { return setxattr(file, name, value, size, flags); }
int fsetxattr(int file, const char *name, const void *value, size_t size, int flags) {
  return (void)file, (void)name, (void)value, (void)size, (void)flags, pf_fail(ENOTSUP);
}
int removexattr(const char *file, const char *name) { return (void)file, (void)name, pf_fail(ENOTSUP); }
int lremovexattr(const char *file, const char *name) { return removexattr(file, name); }
int fremovexattr(int file, const char *name) { return (void)file, (void)name, pf_fail(ENOTSUP); }

/* --- events, timers, queues that are descriptors ------------------------------------------------------------------------------------- */

int epoll_create(int size) { return __pf_absent("epoll_create"), (void)size, pf_fail(ENOSYS); }
int epoll_create1(int flags) { return __pf_absent("epoll_create1"), (void)flags, pf_fail(ENOSYS); }
int epoll_ctl(int poll, int operation, int descriptor, void *event) { return (void)poll, (void)operation, (void)descriptor, (void)event, pf_fail(EBADF); }
int epoll_wait(int poll, void *events, int most, int timeout) { return (void)poll, (void)events, (void)most, (void)timeout, pf_fail(EBADF); }
int epoll_pwait(int poll, void *events, int most, int timeout, const void *mask) { return (void)mask, epoll_wait(poll, events, most, timeout); }
int eventfd(unsigned count, int flags) { return __pf_absent("eventfd"), (void)count, (void)flags, pf_fail(ENOSYS); }
int signalfd(int descriptor, const void *mask, int flags) { return __pf_absent("signalfd"), (void)descriptor, (void)mask, (void)flags, pf_fail(ENOSYS); }
int timerfd_create(int clock, int flags) { return __pf_absent("timerfd_create"), (void)clock, (void)flags, pf_fail(ENOSYS); }
int timerfd_settime(int timer, int flags, const void *value, void *old) { return (void)timer, (void)flags, (void)value, (void)old, pf_fail(EBADF); }
int timerfd_gettime(int timer, void *value) { return (void)timer, (void)value, pf_fail(EBADF); }
ssize_t splice(int from, void *from_at, int to, void *to_at, size_t n, unsigned flags) {
  return (void)from, (void)from_at, (void)to, (void)to_at, (void)n, (void)flags, pf_fail(EINVAL);
}
int msgget(int key, int flags) { return __pf_absent("msgget"), (void)key, (void)flags, pf_fail(ENOSYS); }
int msgctl(int queue, int command, void *status) { return (void)queue, (void)command, (void)status, pf_fail(EINVAL); }
int msgsnd(int queue, const void *message, size_t size, int flags) { return (void)queue, (void)message, (void)size, (void)flags, pf_fail(EINVAL); }
ssize_t msgrcv(int queue, void *message, size_t size, long type, int flags) {
  return (void)queue, (void)message, (void)size, (void)type, (void)flags, pf_fail(EINVAL);
}
int mq_open(const char *name, int flags, ...) { return __pf_absent("mq_open"), (void)name, (void)flags, pf_fail(ENOSYS); }
int mq_close(int queue) { return (void)queue, pf_fail(EBADF); }
int mq_unlink(const char *name) { return (void)name, pf_fail(ENOENT); }
int mq_send(int queue, const char *message, size_t size, unsigned priority) {
  return (void)queue, (void)message, (void)size, (void)priority, pf_fail(EBADF);
}
ssize_t mq_receive(int queue, char *message, size_t size, unsigned *priority) {
  return (void)queue, (void)message, (void)size, (void)priority, pf_fail(EBADF);
}
int mq_timedsend(int queue, const char *message, size_t size, unsigned priority, const void *until) {
  return (void)until, mq_send(queue, message, size, priority);
}
ssize_t mq_timedreceive(int queue, char *message, size_t size, unsigned *priority, const void *until) {
  return (void)until, mq_receive(queue, message, size, priority);
}
int mq_getattr(int queue, void *attributes) { return (void)queue, (void)attributes, pf_fail(EBADF); }
int mq_setattr(int queue, const void *attributes, void *old) { return (void)queue, (void)attributes, (void)old, pf_fail(EBADF); }
int mq_notify(int queue, const void *event) { return (void)queue, (void)event, pf_fail(EBADF); }
int semget(int key, int count, int flags) { return __pf_absent("semget"), (void)key, (void)count, (void)flags, pf_fail(ENOSYS); }
int semop(int set, void *operations, size_t count) { return (void)set, (void)operations, (void)count, pf_fail(EINVAL); }
int semctl(int set, int number, int command, ...) { return (void)set, (void)number, (void)command, pf_fail(EINVAL); }

/* --- pseudo terminals, passwords, accounts of the superuser --------------------------------------------------------------------------- */

int posix_openpt(int flags) { return __pf_absent("posix_openpt"), (void)flags, pf_fail(ENOENT); }
int getpt(void) { return __pf_absent("getpt"), pf_fail(ENOENT); }
int grantpt(int descriptor) { return (void)descriptor, pf_fail(ENOTTY); }
int unlockpt(int descriptor) { return (void)descriptor, pf_fail(ENOTTY); }
char *ptsname(int descriptor) { return (void)descriptor, errno = ENOTTY, NULL; }
int openpty(int *master, int *slave, char *name, const void *settings, const void *window) {
  return __pf_absent("openpty"), (void)master, (void)slave, (void)name, (void)settings, (void)window, pf_fail(ENOENT);
}
int forkpty(int *master, char *name, const void *settings, const void *window) {
  return __pf_absent("forkpty"), (void)master, (void)name, (void)settings, (void)window, pf_fail(ENOENT);
}
char *getpass(const char *prompt) { return (void)prompt, errno = ENXIO, NULL; }
void *getspnam(const char *name) { return (void)name, errno = EACCES, NULL; }
void *getspent(void) { return errno = EACCES, NULL; }
void setspent(void) {}
void endspent(void) {}
int lckpwdf(void) { return pf_fail(EACCES); }
int ulckpwdf(void) { return pf_fail(EACCES); }
char *getusershell(void) { return NULL; }
void setusershell(void) {}
void endusershell(void) {}

int mount(const char *from, const char *to, const char *type, unsigned long flags, const void *data) {
  return (void)from, (void)to, (void)type, (void)flags, (void)data, pf_fail(EPERM);
}
int umount(const char *name) { return (void)name, pf_fail(EPERM); }
int umount2(const char *name, int flags) { return (void)name, (void)flags, pf_fail(EPERM); }
int unshare(int flags) { return (void)flags, pf_fail(EPERM); }
int setns(int descriptor, int type) { return (void)descriptor, (void)type, pf_fail(EPERM); }
int reboot(int command) { return (void)command, pf_fail(EPERM); }
int setdomainname(const char *name, size_t size) { return (void)name, (void)size, pf_fail(EPERM); }
int vhangup(void) { return pf_fail(EPERM); }
char *crypt(const char *word, const char *salt) { return __pf_absent("crypt"), (void)word, (void)salt, errno = ENOSYS, NULL; }
int acct(const char *name) { return (void)name, pf_fail(EPERM); }
long ptrace(int request, ...) { return (void)request, pf_fail(EPERM); }

long syscall(long number, ...) {
  (void)number;
  __pf_absent("syscall");
  return pf_fail(ENOSYS);
}

/* --- words as a shell reads them ---------------------------------------------------------------------------------------------------------- */

int wordexp(const char *text, void *words, int flags) {
  enum { NO_SPACE = 1 };
  return __pf_absent("wordexp"), (void)text, (void)words, (void)flags, NO_SPACE;
}
void wordfree(void *words) { (void)words; }

/* --- message catalogues ----------------------------------------------------------------------------------------------------------------- */

void *catopen(const char *name, int flags) { return (void)name, (void)flags, errno = ENOENT, (void *)-1; }
char *catgets(void *catalogue, int set, int number, const char *text) { return (void)catalogue, (void)set, (void)number, (char *)text; }
int catclose(void *catalogue) { return (void)catalogue, pf_fail(EBADF); }

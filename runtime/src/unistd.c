/* The few system calls that programs under test make directly: standard descriptors, identity, waiting. */
#include "internal.h"

ssize_t read(int descriptor, void *buffer, size_t n) {
  if (descriptor == 0) return (ssize_t)__pf_read(buffer, n);
  errno = EBADF;
  return -1;
}

ssize_t write(int descriptor, const void *bytes, size_t n) {
  if (descriptor == 1 || descriptor == 2) {
    __pf_write(descriptor, bytes, n);
    return (ssize_t)n;
  }
  errno = EBADF;
  return -1;
}

static int unistd_fail(int number) {
  errno = number;
  return -1;
}

int open(const char *name, int flags, ...) {
  (void)name, (void)flags;
  return unistd_fail(ENOENT);
}

int open64(const char *name, int flags, ...) {
  (void)name, (void)flags;
  return unistd_fail(ENOENT);
}

int creat(const char *name, unsigned mode) {
  (void)name, (void)mode;
  return unistd_fail(EACCES);
}

int close(int descriptor) { return descriptor >= 0 && descriptor <= 2 ? 0 : unistd_fail(EBADF); }

pf_offset lseek(int descriptor, pf_offset offset, int origin) {
  (void)offset, (void)origin;
  return unistd_fail(descriptor >= 0 && descriptor <= 2 ? ESPIPE : EBADF);
}

pf_offset lseek64(int descriptor, pf_offset offset, int origin) { return lseek(descriptor, offset, origin); }

pf_offset __wasilibc_tell(int descriptor) { return lseek(descriptor, 0, 1); }

int isatty(int descriptor) {
  (void)descriptor;
  errno = ENOTTY;
  return 0;
}

int fsync(int descriptor) { return close(descriptor); }

int access(const char *name, int mode) {
  (void)name, (void)mode;
  return unistd_fail(ENOENT);
}

int unlink(const char *name) {
  (void)name;
  return unistd_fail(ENOENT);
}

int rmdir(const char *name) {
  (void)name;
  return unistd_fail(ENOENT);
}

int chdir(const char *name) {
  (void)name;
  return unistd_fail(ENOENT);
}

char *getcwd(char *buffer, size_t size) {
  if (!buffer) buffer = malloc(size = size ? size : 2);
  if (!buffer) return NULL;
  if (size < 2) {
    errno = size ? ERANGE : EINVAL;
    return NULL;
  }
  buffer[0] = '/';
  buffer[1] = 0;
  return buffer;
}

int getpid(void) { return 42; }
int getppid(void) { return 1; }
unsigned getuid(void) { return 1000; }
unsigned geteuid(void) { return 1000; }
unsigned getgid(void) { return 1000; }
unsigned getegid(void) { return 1000; }

int fork(void) { return unistd_fail(ENOSYS); }

unsigned sleep(unsigned seconds) {
  (void)seconds;
  return 0;
}

int usleep(unsigned microseconds) {
  (void)microseconds;
  return 0;
}

unsigned alarm(unsigned seconds) {
  (void)seconds;
  return 0;
}

int sched_yield(void) { return 0; }

int getpagesize(void) { return PF_WASI ? 65536 : 4096; }

/* Only the page size is the same everywhere; for the rest, "no definite answer". */
long sysconf(int name) { return name == 30 ? getpagesize() : -1; }

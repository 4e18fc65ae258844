/*
 * Other processes and other machines: none. Calls that would start or reach one fail with the errno that a system without them
 * gives, and the summary names the call, so that nobody mistakes the failure for the program's own.
 */
#include "posix.h"

#define NOT_MODELLED(name, number)                                                    \
  do {                                                                                \
    __pf_absent(name);                                                                \
    return pf_fail(number);                                                           \
  } while (0)

pid_t fork(void) { NOT_MODELLED("fork", ENOSYS); }
pid_t vfork(void) { NOT_MODELLED("vfork", ENOSYS); }
pid_t _Fork(void) { NOT_MODELLED("fork", ENOSYS); }

int execve(const char *name, char *const arguments[], char *const environment[]) {
  (void)name, (void)arguments, (void)environment;
  NOT_MODELLED("execve", ENOENT);
}
int execv(const char *name, char *const arguments[]) { (void)name, (void)arguments; NOT_MODELLED("execv", ENOENT); }
int execvp(const char *name, char *const arguments[]) { (void)name, (void)arguments; NOT_MODELLED("execvp", ENOENT); }
int execvpe(const char *name, char *const arguments[], char *const environment[]) {
  (void)name, (void)arguments, (void)environment;
  NOT_MODELLED("execvpe", ENOENT);
}
int execl(const char *name, const char *argument, ...) { (void)name, (void)argument; NOT_MODELLED("execl", ENOENT); }
int execlp(const char *name, const char *argument, ...) { (void)name, (void)argument; NOT_MODELLED("execlp", ENOENT); }
int execle(const char *name, const char *argument, ...) { (void)name, (void)argument; NOT_MODELLED("execle", ENOENT); }
int fexecve(int descriptor, char *const arguments[], char *const environment[]) {
  (void)descriptor, (void)arguments, (void)environment;
  NOT_MODELLED("fexecve", ENOENT);
}
int posix_spawn(pid_t *process, const char *name, const void *actions, const void *attributes, char *const a[], char *const e[]) {
  (void)process, (void)name, (void)actions, (void)attributes, (void)a, (void)e;
  __pf_absent("posix_spawn");
  return ENOENT;
}
int posix_spawnp(pid_t *process, const char *name, const void *actions, const void *attributes, char *const a[], char *const e[]) {
  return posix_spawn(process, name, actions, attributes, a, e);
}

/* A program without children. */
pid_t wait(int *status) { return (void)status, pf_fail(ECHILD); }
pid_t waitpid(pid_t process, int *status, int options) { return (void)process, (void)status, (void)options, pf_fail(ECHILD); }
pid_t wait3(int *status, int options, void *usage) { return (void)status, (void)options, (void)usage, pf_fail(ECHILD); }
pid_t wait4(pid_t process, int *status, int options, void *usage) {
  return (void)process, (void)status, (void)options, (void)usage, pf_fail(ECHILD);
}
int waitid(int type, unsigned identity, void *information, int options) {
  return (void)type, (void)identity, (void)information, (void)options, pf_fail(ECHILD);
}

int socket(int domain, int type, int protocol) { (void)domain, (void)type, (void)protocol; NOT_MODELLED("socket", EAFNOSUPPORT); }
int socketpair(int domain, int type, int protocol, int pair[2]) {
  (void)domain, (void)type, (void)protocol, (void)pair;
  NOT_MODELLED("socketpair", EAFNOSUPPORT);
}

/* "Name or service not known" */
int getaddrinfo(const char *name, const char *service, const void *hints, void **result) {
  (void)name, (void)service, (void)hints, (void)result;
  __pf_absent("getaddrinfo");
  return -2;
}
void freeaddrinfo(void *list) { (void)list; }
void *gethostbyname(const char *name) {
  (void)name;
  __pf_absent("gethostbyname");
  return NULL;
}
const char *gai_strerror(int error) { return error == -2 ? "Name or service not known" : "Unknown error"; }

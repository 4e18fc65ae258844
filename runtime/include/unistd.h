/* What a POSIX system has and the target's own header hides. */
#include_next <unistd.h>
#if defined(_WASI_EMULATED_SIGNAL) && !defined(PATHFOLD_UNISTD_H)
#define PATHFOLD_UNISTD_H
#include <sys/types.h>

int dup(int descriptor);
int dup2(int descriptor, int number);
int pipe(int ends[2]);
int fchdir(int descriptor);
int chown(const char *name, uid_t user, gid_t group);
int fchown(int descriptor, uid_t user, gid_t group);
int lchown(const char *name, uid_t user, gid_t group);
int fchownat(int folder, const char *name, uid_t user, gid_t group, int flags);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int getgroups(int size, gid_t *groups);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t getpgid(pid_t process);
pid_t fork(void);
int execv(const char *path, char *const *arguments);
int execve(const char *path, char *const *arguments, char *const *variables);
int execvp(const char *name, char *const *arguments);
int execl(const char *path, const char *first, ...);
int execlp(const char *name, const char *first, ...);
char *ttyname(int descriptor);
int ttyname_r(int descriptor, char *name, size_t size);
pid_t tcgetpgrp(int descriptor);
unsigned alarm(unsigned seconds);
void sync(void);
int execle(const char *path, const char *first, ...);
int fexecve(int descriptor, char *const *arguments, char *const *variables);
pid_t vfork(void);
int pause(void);
int nice(int increment);
int lockf(int descriptor, int command, off_t size);
pid_t getsid(pid_t process);
pid_t setsid(void);
int setpgid(pid_t process, pid_t group);
pid_t setpgrp(void);
int tcsetpgrp(int descriptor, pid_t group);
int setuid(uid_t user);
int seteuid(uid_t user);
int setgid(gid_t group);
int setegid(gid_t group);
int setreuid(uid_t real, uid_t effective);
int setregid(gid_t real, gid_t effective);
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#ifndef __STRICT_ANSI__
int dup3(int descriptor, int number, int flags);
int pipe2(int ends[2], int flags);
int euidaccess(const char *name, int mode);
int eaccess(const char *name, int mode);
char *get_current_dir_name(void);
int syncfs(int descriptor);
int getdtablesize(void);
char *getpass(const char *prompt);
int setresuid(uid_t real, uid_t effective, uid_t saved);
int setresgid(gid_t real, gid_t effective, gid_t saved);
int getresuid(uid_t *real, uid_t *effective, uid_t *saved);
int getresgid(gid_t *real, gid_t *effective, gid_t *saved);
int execvpe(const char *name, char *const *arguments, char *const *variables);
int brk(void *end);
int chroot(const char *name);
int daemon(int stay, int keep);
int acct(const char *name);
int vhangup(void);
long syscall(long number, ...);
pid_t gettid(void);
int setgroups(size_t size, const gid_t *groups);
int sethostname(const char *name, size_t size);
int getdomainname(char *name, size_t size);
int setdomainname(const char *name, size_t size);
char *getusershell(void);
void setusershell(void);
void endusershell(void);
ssize_t copy_file_range(int from, off_t *from_at, int to, off_t *to_at, size_t n, unsigned flags);
#endif
#endif

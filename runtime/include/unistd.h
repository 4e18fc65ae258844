/* What a POSIX system has and the target's own header hides. */
#include_next <unistd.h>
#if defined(__wasi__) && !defined(PATHFOLD_UNISTD_H)
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
#ifndef __STRICT_ANSI__
int dup3(int descriptor, int number, int flags);
int pipe2(int ends[2], int flags);
int euidaccess(const char *name, int mode);
int eaccess(const char *name, int mode);
char *get_current_dir_name(void);
int syncfs(int descriptor);
int getdtablesize(void);
char *getpass(const char *prompt);
#endif
#endif

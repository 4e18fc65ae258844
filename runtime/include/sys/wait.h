/* Waiting for other processes, where the target's own headers have none. */
#if __has_include_next(<sys/wait.h>)
#include_next <sys/wait.h>
#else
#ifndef PATHFOLD_SYS_WAIT_H
#define PATHFOLD_SYS_WAIT_H
#include <sys/types.h>

#define WNOHANG 1
#define WUNTRACED 2
#define WEXITSTATUS(status) (((status) & 0xff00) >> 8)
#define WTERMSIG(status) ((status) & 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSTOPPED(status) (((status) & 0xff) == 0x7f)
#define WIFSIGNALED(status) (!WIFEXITED(status) && !WIFSTOPPED(status))

pid_t wait(int *status);
pid_t waitpid(pid_t process, int *status, int options);

#endif
#endif

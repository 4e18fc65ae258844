/* Waiting for other processes, where the target's own headers have none. */
#if __has_include_next(<sys/wait.h>)
#include_next <sys/wait.h>
#else
#ifndef PATHFOLD_SYS_WAIT_H
#define PATHFOLD_SYS_WAIT_H
#include <signal.h>
#include <sys/types.h>
#include <pathfold-exit-status.h>

#define WSTOPPED 2
#define WEXITED 4
#define WCONTINUED 8
#define WNOWAIT 0x01000000

#define WIFCONTINUED(status) ((status) == 0xffff)
#define WCOREDUMP(status) ((status) & 0x80)

typedef enum { P_ALL, P_PID, P_PGID } idtype_t;

pid_t wait(int *status);
pid_t waitpid(pid_t process, int *status, int options);
int waitid(idtype_t kind, id_t which, siginfo_t *information, int options);

#endif
#endif

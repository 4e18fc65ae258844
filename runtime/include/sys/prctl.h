/* Settings of a process, where the target's own headers have none. */
#if __has_include_next(<sys/prctl.h>)
#include_next <sys/prctl.h>
#else
#ifndef PATHFOLD_SYS_PRCTL_H
#define PATHFOLD_SYS_PRCTL_H
#define PR_SET_PDEATHSIG 1
#define PR_SET_NAME 15
#define PR_GET_NAME 16
#define PR_SET_NO_NEW_PRIVS 38
int prctl(int option, ...);
#endif
#endif

/* Waiting for other processes, where the target's own headers have none. */
#if __has_include_next(<wait.h>)
#include_next <wait.h>
#else
#ifndef PATHFOLD_WAIT_H
#define PATHFOLD_WAIT_H
#include <sys/wait.h>
#endif
#endif
